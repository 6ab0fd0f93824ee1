"""Rate limits: requests of a key and questions of a tenant, per minute."""

from dataclasses import dataclass

from core.errors import RateLimited
from core.settings import Settings
from service.access.identity import Identity
from service.access.limits import effective_limits
from store import rates
from store.engine import Database
from store.limits import TenantLimits
from store.rates import Rate
from store.session import Session

_REQUESTS = "requests"
_QUESTIONS = "questions"


@dataclass(frozen=True, slots=True)
class Counted:
    """What was counted (``requests`` or ``questions``), and how things stand since."""

    what: str
    rate: Rate


def count_request(session: Session, who: Identity, limits: TenantLimits, *, question: bool) -> tuple[Counted, ...]:
    """Count one request, and one question if it is one; nothing is counted that has no limit.

    Refusing is left to ``check_counts``, once the transaction, which must be of the tenant of ``who``, is committed.
    """
    found: list[Counted] = []
    if limits.requests_per_minute is not None:
        found.append(Counted(_REQUESTS, rates.take(session, who.key, _REQUESTS, limits.requests_per_minute)))
    if question and limits.questions_per_minute is not None and not any(each.rate.wait for each in found):
        found.append(Counted(_QUESTIONS, rates.take(session, "", _QUESTIONS, limits.questions_per_minute)))
    return tuple(found)


def check_counts(counts: tuple[Counted, ...]) -> Rate | None:
    """Return the tightest of ``counts``, ``None`` when nothing is limited.

    Raises:
        RateLimited: One was too many. Its headers say when to come again.
    """
    for each in counts:
        if each.rate.wait:
            raise RateLimited(
                f"more than {each.rate.limit} {each.what} a minute",
                place=each.what,
                advice=f"try again in {each.rate.wait} seconds, or have the limit raised: dianmian limits set",
                headers=rate_headers(each.rate),
            )
    return min((each.rate for each in counts), key=lambda rate: rate.remaining / rate.limit, default=None)


def count_question(database: Database, settings: Settings) -> Rate | None:
    """Count one question of whoever acts, at a door where not every request is one.

    Raises:
        RateLimited: It was one too many.
    """
    with database.session() as session:
        limit = effective_limits(session, settings).questions_per_minute
        counts = () if limit is None else (Counted(_QUESTIONS, rates.take(session, "", _QUESTIONS, limit)),)
    return check_counts(counts)


def rate_headers(rate: Rate) -> dict[str, str]:
    """Return how things stand as response headers."""
    shown = {
        "RateLimit-Limit": str(rate.limit),
        "RateLimit-Remaining": str(rate.remaining),
        "RateLimit-Reset": str(rate.reset),
    }
    return {**shown, "Retry-After": str(rate.wait)} if rate.wait else shown
