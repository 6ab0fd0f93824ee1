"""Text forms that load and query share: width, case, script, sentences, words and index tokens."""

from core.text.form import fold, simplify
from core.text.sentences import Piece, clauses, sentences
from core.text.tokens import content_words, gram_set, held_grams, index_tokens, query_tokens

__all__ = [
    "Piece",
    "clauses",
    "content_words",
    "fold",
    "gram_set",
    "held_grams",
    "index_tokens",
    "query_tokens",
    "sentences",
    "simplify",
]
