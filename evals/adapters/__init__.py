"""Public sets as suites: reading comprehension, knowledge-base questions, questions over tables and over a database."""

from collections.abc import Mapping

from evals.adapters.form import Form
from evals.adapters.kbqa import kbqa_cases
from evals.adapters.reading import cmrc_cases, drcd_cases
from evals.adapters.services import services_cases
from evals.adapters.tables import table_cases

_FORMS = (
    Form("cmrc", "cmrc2018_dev.json, a list of paragraphs with context_id and qas", cmrc_cases),
    Form("drcd", "DRCD_dev.json or DRCD_test.json, an object with data, paragraphs and qas", drcd_cases),
    Form("kbqa", "train.jsonl, a line each with qid, question, subject, attribute, value", kbqa_cases),
    Form("services", "the folder with hotel_db.json, attraction_db.json and restaurant_db.json", services_cases),
    Form("tables", "dev_questions.jsonl or train_questions.jsonl, with qid, table_id, gold_text", table_cases),
)
FORMS: Mapping[str, Form] = {form.name: form for form in _FORMS}
