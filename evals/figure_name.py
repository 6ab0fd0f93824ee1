"""Names of the figures of a run: what measures writes them, and every table and limit reads them."""

QUESTIONS = "questions"
ACCURACY = "accuracy"
VALUE = "value_accuracy"
HEADLINE = "headline_accuracy"
FIRST = "article_hit_at_1"
IN_FIVE = "article_hit_at_5"
IRRELEVANT = "irrelevant_at_5"
REFUSED_RIGHT = "refused_right"
REFUSED_WRONG = "refused_wrong"
ANSWERED_WRONG = "answered_wrong"
CITATION = "citation_accuracy"
FAITHFULNESS = "faithfulness"
LOST = "lost."
JUDGE_ASKED = "judge.asked"
JUDGE_FAILED = "judge.failed"
JUDGE_FAITHFULNESS = "judge.faithfulness"
JUDGE_CORRECTNESS = "judge.correctness"
JUDGE_AGREEMENT = "judge.agreement"
JUDGE_REQUESTS = "judge.requests"
JUDGE_TOKENS = "judge.tokens"
JUDGE_COST = "judge.cost"

# What is measured of all answers, and again of those of every kind and tag.
OF_ANSWERS = (
    QUESTIONS, ACCURACY, VALUE, HEADLINE, FIRST, IN_FIVE, IRRELEVANT, REFUSED_RIGHT, REFUSED_WRONG, ANSWERED_WRONG,
)  # fmt: skip


def of_kind(kind: str, name: str) -> str:
    """Return the name of a figure of the questions of one kind."""
    return f"{kind}.{name}"


def of_tag(tag: str, name: str) -> str:
    """Return the name of a figure of the questions with one tag."""
    return f"tag.{tag}.{name}"


def of_layer(layer: str) -> str:
    """Return the name of the count of misses that a layer caused."""
    return LOST + layer
