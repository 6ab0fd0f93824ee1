"""A service without keys is for its own machine."""

from ipaddress import ip_address

from core.errors import ConfigurationError
from core.settings import Settings


def check_exposure(settings: Settings, address: str) -> None:
    """Refuse to serve without keys where others can reach the service.

    Args:
        settings: The settings of the service.
        address: The numeric address it listens on.

    Raises:
        ConfigurationError: Access is open and ``address`` is not of this machine alone.
    """
    if settings.access == "open" and not ip_address(address.partition("%")[0]).is_loopback:
        raise ConfigurationError(
            f"open access on {address}: whoever reaches it could read and delete everything",
            place="DIANMIAN_ACCESS",
            advice="set DIANMIAN_ACCESS=keys and make a key: dianmian keys create; or listen on 127.0.0.1",
        )
