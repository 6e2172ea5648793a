"""What goes wrong."""


class RingbackError(Exception):
    """A code for programs, a message for people, and what to do next (empty when the message says it all)."""

    def __init__(self, code: str, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".strip()


class LinkLost(Exception):
    """The connection was lost, or there was none; not an answer of the daemon."""

    def __init__(self, message: str, was_unsent: bool = False) -> None:
        super().__init__(message)
        # Nobody was there: the request cannot have had an effect.
        self.was_unsent = was_unsent
