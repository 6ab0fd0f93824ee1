"""What holds for every embedder, run against each of them."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from core.embedding import Embedder
from core.errors import InvalidInput

PASSAGES = [
    "退款将在三个工作日内到账。",
    "保修",
    "云帆手机保修期为两年，请联系星澜科技客服。" * 6,
    "会员免运费",
    "contact the service desk",
    "请联系客服。" * 3,
    "三个工作日",
    "两年",
    "星澜科技",
]


def test_query_is_one_unit_vector(embedder: Embedder) -> None:
    vector = embedder.embed_query("退款三个工作日内到账？")
    assert vector.shape == (embedder.space.dimension,)
    assert vector.dtype == np.float32
    assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-5)


def test_passages_keep_their_order(embedder: Embedder) -> None:
    together = embedder.embed_passages(PASSAGES)
    alone = np.vstack([embedder.embed_passages([text]) for text in PASSAGES])
    assert together.shape == (len(PASSAGES), embedder.space.dimension)
    assert together.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(together, axis=1), 1, atol=1e-5)
    cosines = together @ alone.T
    assert np.diag(cosines).min() > 0.9999
    assert cosines.argmax(axis=1).tolist() == list(range(len(PASSAGES)))


def test_no_passages_give_no_rows(embedder: Embedder) -> None:
    assert embedder.embed_passages([]).shape == (0, embedder.space.dimension)


def test_progress_counts_passages_done(embedder: Embedder) -> None:
    done: list[int] = []
    embedder.embed_passages(PASSAGES, done.append)
    assert done == [4, 8, 9]


def test_same_text_same_vector(embedder: Embedder) -> None:
    np.testing.assert_array_equal(embedder.embed_query("两年保修"), embedder.embed_query("两年保修"))


@pytest.mark.parametrize("blank", ["", " \n", "\0", "\u3000"])
def test_blank_text_is_refused_by_place(embedder: Embedder, blank: str) -> None:
    with pytest.raises(InvalidInput, match="blank"):
        embedder.embed_query(blank)
    with pytest.raises(InvalidInput) as caught:
        embedder.embed_passages(["保修", blank])
    assert caught.value.place == "passages[1]"


def test_nul_does_not_cut_the_text(embedder: Embedder) -> None:
    cut, whole = embedder.embed_passages(["退款\0两年保修", "退款 两年保修"])
    np.testing.assert_allclose(cut, whole, atol=1e-5)
    assert float(whole @ embedder.embed_passages(["退款"])[0]) < 0.9999


def test_lone_surrogate_does_no_harm(embedder: Embedder) -> None:
    broken, mended = embedder.embed_passages(["退款\ud83d到账", "退款?到账"])
    np.testing.assert_allclose(broken, mended, atol=1e-5)


def test_text_is_data(embedder: Embedder) -> None:
    braces, sql, plain = embedder.embed_passages(["{{ 7*7 }}", "'; drop table chunk;--", "保修"])
    assert len({braces.tobytes(), sql.tobytes(), plain.tobytes()}) == 3


def test_threads_get_what_one_gets(embedder: Embedder) -> None:
    embedder.warm_up()
    expected = [embedder.embed_passages([text])[0] for text in PASSAGES]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda text: embedder.embed_passages([text])[0], PASSAGES * 4))
    np.testing.assert_allclose(np.array(found), np.array(expected * 4), atol=1e-5)


def test_space_is_stable(embedder: Embedder) -> None:
    first = embedder.space
    embedder.warm_up()
    assert embedder.space == first
    assert first.id.startswith("spc_")
    assert first.model and first.dimension > 0
