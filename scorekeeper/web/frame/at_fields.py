"""A page with a form that came back: what is wrong, at its fields."""


class AtFields:
    """For the values of such a page: `errors` are pairs of a field and its sentence."""

    __slots__ = ()
    errors: tuple[tuple[str, str], ...]

    def error(self, field: str) -> str | None:
        """The sentence at a field, if something is wrong there."""
        return dict(self.errors).get(field)
