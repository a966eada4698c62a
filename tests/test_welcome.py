"""What `make run` says before the server starts."""

import socket
import subprocess
import sys
from pathlib import Path

from webapp.welcome import greeting, lan_addresses, phone_addresses, qr

ROOT = Path(__file__).parent.parent


def welcome(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "webapp.welcome", *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)


def test_a_taken_port_is_named_with_another_to_try():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        answer = welcome("check", HOST="127.0.0.1", PORT=str(port))
    assert answer.returncode == 1
    assert f"port {port}" in answer.stderr and f"PORT={port + 1} make run" in answer.stderr


def test_a_port_that_is_free_again_is_fine():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    assert welcome("check", HOST="127.0.0.1", PORT=str(port)).returncode == 0


def test_a_wrong_setting_stops_with_its_name():
    answer = welcome(PORT="eighty")
    assert answer.returncode != 0 and "PORT" in answer.stderr and "Traceback" not in answer.stderr


def test_phones_get_an_address_of_this_machine_when_it_listens_everywhere():
    text = greeting("0.0.0.0", 8123, None, ["192.0.2.7", "198.51.100.9"])
    assert "http://localhost:8123/" in text
    assert "http://192.0.2.7:8123/" in text and "http://198.51.100.9:8123/" in text
    assert qr("http://192.0.2.7:8123/") in text


def test_phones_are_told_nothing_when_it_listens_to_this_machine_alone():
    assert phone_addresses("127.0.0.1", 8000, ["192.0.2.7"]) == []
    assert "192.0.2.7" not in greeting("127.0.0.1", 8000, None, ["192.0.2.7"])


def test_a_public_address_is_the_one_for_phones():
    text = greeting("0.0.0.0", 8000, "https://reservoir.example", ["192.0.2.7"])
    assert qr("https://reservoir.example") in text and "192.0.2.7" not in text


def test_this_machines_addresses_are_found_without_asking_the_network():
    assert all(socket.inet_aton(address) for address in lan_addresses())
