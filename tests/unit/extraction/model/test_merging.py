"""What rules and model both found stands once, as the rules' fact, and is trusted more."""

from extraction.extractor import extract
from extraction.model.facts import ModelExtraction, model_facts
from extraction.naming import Naming
from tests.unit.extraction.model.conftest import TEXT, entry, source

NAMES = Naming({"退款到账时间": "退款到账时效", "到账时间": "退款到账时效"}, controlled=True)
PLAIN = "云杉卡的退款到账时间为5个工作日。"


def agreeing(value: str = "5个工作日", **changes: object) -> ModelExtraction:
    place = source(PLAIN, rules=True)
    assert [(f.subject, f.attribute, f.value) for f in place.draft] == [("云杉卡", "退款到账时间", "5个工作日")]
    said = entry(**{"value": value, "quote": PLAIN, "condition": (), **changes})
    return model_facts([said], place, Naming(), "1")


def test_agreement_raises_the_rules_confidence_a_little() -> None:
    found = agreeing()
    before = source(PLAIN, rules=True).draft[0]
    assert found.facts.added == ()
    assert found.facts.confirmed == {before.id: round(before.confidence + (1 - before.confidence) / 4, 4)}


def test_the_same_value_in_another_wording_is_the_same() -> None:
    place = source("云杉卡的退款到账时间为5个工作日，即五个工作日。", rules=True)
    said = entry(value="五个工作日", quote="即五个工作日", condition=())
    found = model_facts([said], place, Naming(), "1")
    assert found.facts.added == ()
    assert len(found.facts.confirmed) == 1


def test_another_attribute_is_another_fact() -> None:
    found = agreeing(attribute="退款时限")
    assert found.facts.confirmed == {}
    fact = found.facts.added[0]
    assert (fact.origin, fact.rule, fact.state) == ("model", "model.v1", "candidate")
    assert fact.quote == PLAIN[fact.quote_start : fact.quote_end]


def test_other_conditions_make_another_fact() -> None:
    text = "金卡会员退款5个工作日到账，银卡会员退款5个工作日到账。"
    place = source(text)
    quotes = text.rstrip("。").split("，")
    said = [
        entry(subject="云杉卡", value="5个工作日", condition=(who,), quote=quote)
        for who, quote in zip(("金卡会员", "银卡会员"), quotes, strict=True)
    ]
    assert [f.conditions[0].text for f in model_facts(said, place, Naming(), "1").facts.added] == [
        "金卡会员",
        "银卡会员",
    ]


def test_a_model_that_repeats_itself_is_heard_once() -> None:
    assert len(model_facts([entry(), entry()], source(), Naming(), "1").facts.added) == 1


def test_names_are_mapped_as_the_rules_are() -> None:
    found = model_facts([entry(attribute="到账时间")], source(), NAMES, "1")
    assert [fact.attribute for fact in found.facts.added] == ["退款到账时效"]


def test_a_controlled_vocabulary_keeps_strangers_out() -> None:
    found = model_facts([entry(attribute="补偿")], source(), NAMES, "1")
    assert (found.facts.added, found.unknown) == ((), ("补偿",))


def test_an_open_knowledge_base_trusts_unknown_attributes_less() -> None:
    known = model_facts([entry()], source(), Naming({"退款到账时间": "退款到账时间"}), "1").facts.added[0]
    unknown = model_facts([entry()], source(), Naming(), "1").facts.added[0]
    assert unknown.confidence < known.confidence < 1


def test_rules_alone_are_untouched() -> None:
    place = source(TEXT, rules=True)
    assert extract(place.chunk, place.info, Naming()).facts == place.draft
