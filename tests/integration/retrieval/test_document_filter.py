"""A search of named documents alone."""

from typing import Any

import pytest

from core.errors import NotFound


def _documents(findings: Any) -> set[str]:
    return {passage.source.document_id for passage in findings.passages}


def test_only_the_named_documents_are_searched(application: Any) -> None:
    search = application.retriever.search
    everywhere = search("shop", "星河手机的保修期是多久？")
    assert len(_documents(everywhere)) > 1
    other = next(p.source.document_id for p in everywhere.passages if p.source.source_name == "礼品卡.md")
    inside = search("shop", "星河手机的保修期是多久？", document_ids=[other])
    assert _documents(inside) == {other}
    assert {item.fact.document_id for item in inside.matches} <= {other}


def test_no_document_is_not_all_documents(application: Any) -> None:
    found = application.retriever.search("shop", "星河手机的保修期是多久？", document_ids=[])
    assert found.passages == ()
    assert found.matches == ()


def test_an_unknown_document_is_an_error(application: Any) -> None:
    with pytest.raises(NotFound, match="no such document"):
        application.retriever.search("shop", "星河手机的保修期是多久？", document_ids=["doc_none"])
