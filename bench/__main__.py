"""`make bench`, or `make bench ONLY=delay`: measure, and print each figure beside its target."""

import sys
import time

from bench import (
    cold,
    delay,
    fold,
    growth,
    lighthouse,
    merge,
    rate,
    search,
    streams,
    tap,
    visit,
)

MEASURES = {
    "visit": visit.measure,
    "lighthouse": lighthouse.measure,
    "tap": tap.measure,
    "cold": cold.measure,
    "merge": merge.measure,
    "delay": delay.measure,
    "rate": rate.measure,
    "streams": streams.measure,
    "growth": growth.measure,
    "fold": fold.measure,
    "search": search.measure,
}


def main(names: list[str]) -> None:
    """Run the measures of these names, all when there are none."""
    if unknown := set(names) - set(MEASURES):
        sys.exit(f"No such measure: {', '.join(unknown)}. There are {', '.join(MEASURES)}.")
    for name in names or MEASURES:
        begun = time.monotonic()
        print(f"== {name}", flush=True)
        for figure in MEASURES[name]():
            print(figure, flush=True)
        print(f"   ({time.monotonic() - begun:.0f} s)", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
