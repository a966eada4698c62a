"""The least that could be done: a Flask view that appends one row with sqlite3, durably."""

import json
import os
import sqlite3
from functools import cache
from pathlib import Path

from flask import Flask, jsonify, request

app = Flask("bare", root_path=str(Path(__file__).parent))


@cache
def connection() -> sqlite3.Connection:
    """One for each worker. Waiting for the other's lock is left to SQLite."""
    path = Path(os.environ["RESERVOIR_INSTANCE"]) / "bare.sqlite3"
    made = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    made.execute("PRAGMA journal_mode = WAL")
    made.execute("PRAGMA synchronous = FULL")
    made.execute("CREATE TABLE IF NOT EXISTS rows (seq INTEGER PRIMARY KEY, at TEXT, body TEXT)")
    return made


@app.post("/t/<table>/entries")
def post(table: str):
    """Append, and answer with the row's number."""
    row = (table, json.dumps(request.get_json()))
    added = connection().execute("INSERT INTO rows (at, body) VALUES (?, ?)", row)
    return jsonify(seq=added.lastrowid)


@app.get("/healthz")
def healthz():
    return jsonify(ok=True, rows=connection().execute("SELECT max(seq) FROM rows").fetchone()[0])
