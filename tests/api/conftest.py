"""The service over the real database with the bundled model, and one tiny knowledge base."""

from collections.abc import Iterator
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from core.settings import Settings
from service.http.app import create_app
from service.logs import configure
from service.wiring import Application, build
from store.engine import Database

RETURNS = """# 青禾书店退货规则

## 退货期限

| 会员等级 | 退货期限 |
|---|---|
| 普通会员 | 7天 |
| 金叶会员 | 15天 |
| 银杏会员 | 30天 |

## 退款到账

使用青禾钱包付款的，退款到账时间为1至3个工作日。使用银行卡付款的，退款到账时间为5至10个工作日。
"""

DELIVERY = """# 青禾书店配送说明

## 运费

订单金额满59元免收运费，不满59元的收取运费6元。

## 时效

本市订单的送达时间为1个工作日，外省订单的送达时间为3至5个工作日。
"""

Client = TestClient[Litestar]


@pytest.fixture(autouse=True)
def quiet() -> None:
    """Keep a line per request out of the report of a failed test."""
    configure("error")


@pytest.fixture
def application(settings: Settings, database: Database) -> Application:
    return build(settings, database)


@pytest.fixture
def client(application: Application) -> Iterator[Client]:
    with TestClient(create_app(application)) as opened:
        yield opened


def send(client: Client, *files: tuple[str, str | bytes], kb: str = "books") -> Any:
    """Upload files (name, content) and return the response."""
    parts = [("files", (name, content.encode() if isinstance(content, str) else content)) for name, content in files]
    return client.post(f"/v1/kbs/{kb}/documents", files=parts)


@pytest.fixture
def books(client: Client) -> Client:
    """A client of a service that holds two documents in ``books``."""
    assert client.post("/v1/kbs", json={"name": "books"}).status_code == 201
    response = send(client, ("退货规则.md", RETURNS), ("配送说明.md", DELIVERY))
    assert response.status_code == 201, response.text
    return client
