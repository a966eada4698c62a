"""One schedule as it is printed: `replay([("wish", 0, "tap", 1, 0), ("flow",)], phones=2)`."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from tests.machine.host import Host
from tests.machine.network import Network
from tests.machine.place import Step
from tests.machine.server import Server
from tests.machine.world import World


class Replay:
    """Plays schedules over the same phones' process and server."""

    def __init__(self, host: Host, server: Server, network: type[Network] = Network) -> None:
        self._about = host, server, network

    def __call__(
        self, script: Sequence[Step], phones: int = 2, store: str = "memory", locks: bool = True
    ) -> World:
        """Play it to the end and hold everything together → the world as it is then."""
        host, server, network = self._about
        world = World(host, server, phones, store, locks, network)
        with printed(world):
            for step in script:
                world.do(*step)
            world.finish()
        return world


@contextmanager
def printed(world: World) -> Iterator[None]:
    """What fails says how to bring it about again."""
    try:
        yield
    except Exception as fault:
        steps = "".join(f"    {step!r},\n" for step in world.script)
        fault.add_note(f"replay([\n{steps}], {world.about})")
        raise
