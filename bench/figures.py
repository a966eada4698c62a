"""One measured figure, its target, and how a set of times is told in one."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """`at_most` or `at_least` is the target; a figure without one is told for comparison."""

    what: str
    value: float
    unit: str = ""
    at_most: float | None = None
    at_least: float | None = None

    @property
    def short(self) -> bool:
        """Whether it misses its target."""
        too_much = self.at_most is not None and self.value > self.at_most
        too_little = self.at_least is not None and self.value < self.at_least
        return too_much or too_little

    def __str__(self) -> str:
        value = f"{self.value:,.0f}" if abs(self.value) >= 1000 else f"{self.value:.4g}"
        text = f"   {self.what:<58}{value:>9} {self.unit:<8}"
        if self.at_most is None and self.at_least is None:
            return text.rstrip()
        most, least = self.at_most, self.at_least
        target = f"at most {most:g}" if least is None else f"at least {least:g}"
        return f"{text}{target:<14}{'SHORT' if self.short else 'ok'}"


def percentile(values: Sequence[float], share: float) -> float:
    """The value that this share (0 to 1) of them does not exceed."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]
