"""What an entry moves: seat → kind → change. Nothing that stays where it is stands in one."""

from collections.abc import Mapping

Delta = Mapping[str, Mapping[str, int]]


def change(seat: str, kind: str, n: int) -> Delta:
    """One kind on one seat."""
    return {seat: {kind: n}} if n else {}


def together(*deltas: Delta) -> Delta:
    """Several deltas as one."""
    sums: dict[str, dict[str, int]] = {}
    for delta in deltas:
        for seat, kinds in delta.items():
            for kind, n in kinds.items():
                sums.setdefault(seat, {}).setdefault(kind, 0)
                sums[seat][kind] += n
    return _without_zeros(sums)


def inverse(delta: Delta) -> Delta:
    """The exact opposite."""
    return {seat: {kind: -n for kind, n in kinds.items()} for seat, kinds in delta.items()}


def amount(delta: Delta, seat: str, kind: str) -> int:
    """How far a delta moves one kind on one seat."""
    return delta.get(seat, {}).get(kind, 0)


def _without_zeros(delta: Delta) -> Delta:
    trimmed = {seat: {kind: n for kind, n in kinds.items() if n} for seat, kinds in delta.items()}
    return {seat: kinds for seat, kinds in trimmed.items() if kinds}
