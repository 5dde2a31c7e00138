"""What was found in a change."""

from __future__ import annotations

from typing import Any


class Refactoring:
    """One refactoring, with its places before (`left`) and after (`right`)."""

    __slots__ = ("document",)

    def __init__(self, document: dict[str, Any]):
        #: As in the JSON of ``reweave detect``.
        self.document: dict[str, Any] = document

    @property
    def type(self) -> str:
        """As ``reweave list types`` names it."""
        return str(self.document["type"])

    @property
    def description(self) -> str:
        return str(self.document["description"])

    @property
    def left(self) -> list[dict[str, Any]]:
        """Places in the version before."""
        return list(self.document["left"])

    @property
    def right(self) -> list[dict[str, Any]]:
        """Places in the version after."""
        return list(self.document["right"])

    @property
    def pure(self) -> bool | None:
        """Whether nothing else changed in the code that it matched; None where it rests on none."""
        return self.document.get("pure")

    @property
    def confidence(self) -> int | None:
        """In percent; None where it follows from names and declarations alone."""
        return self.document.get("confidence")

    @property
    def evidence(self) -> list[dict[str, Any]]:
        """The matched statements, and what was replaced in them."""
        return list(self.document.get("evidence", []))

    def __repr__(self) -> str:
        return f"<Refactoring {self.description!r}>"


class Record:
    """What was found in one change."""

    __slots__ = ("document",)

    def __init__(self, document: dict[str, Any]):
        #: As in the JSON of ``reweave detect``.
        self.document: dict[str, Any] = document

    @property
    def refactorings(self) -> list[Refactoring]:
        return [Refactoring(found) for found in self.document["findings"]]

    @property
    def status(self) -> str:
        """complete, partial, timeout or error."""
        return str(self.document["status"])

    @property
    def error(self) -> str | None:
        return self.document.get("error")

    @property
    def pure(self) -> bool | None:
        """Whether the refactorings explain all that changed; None where nothing was compared."""
        return self.document.get("pure")

    @property
    def left_over(self) -> list[dict[str, Any]]:
        """The edits that they do not explain."""
        return list(self.document.get("left_over", []))

    @property
    def left_out(self) -> list[dict[str, Any]]:
        """What could not be looked at, and why."""
        return list(self.document.get("left_out", []))

    def __repr__(self) -> str:
        return f"<Record {self.status}: {len(self.document['findings'])} refactorings>"
