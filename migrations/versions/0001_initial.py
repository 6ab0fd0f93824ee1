"""Knowledge bases, documents, chunks, vectors, postings, facts and words, under row-level security."""

from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_SPACE = """
CREATE TABLE space (
    id text PRIMARY KEY,
    provider text NOT NULL,
    model text NOT NULL,
    revision text NOT NULL,
    dimension integer NOT NULL CONSTRAINT space_dimension_check CHECK (dimension > 0),
    query_prompt text NOT NULL,
    passage_prompt text NOT NULL
)
"""

_KNOWLEDGE_BASE = """
CREATE TABLE knowledge_base (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    tenant text NOT NULL,
    name text NOT NULL,
    mode text NOT NULL DEFAULT 'open' CONSTRAINT knowledge_base_mode_check CHECK (mode IN ('open', 'controlled')),
    space_id text REFERENCES space (id),
    settings jsonb NOT NULL DEFAULT '{}',
    revision bigint NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT knowledge_base_tenant_name_key UNIQUE (tenant, name)
)
"""

_DOCUMENT = """
CREATE TABLE document (
    kb_id bigint NOT NULL REFERENCES knowledge_base (id) ON DELETE CASCADE,
    id text NOT NULL,
    source_name text NOT NULL,
    title text NOT NULL,
    media_type text NOT NULL,
    sha256 text NOT NULL,
    version text NOT NULL,
    series text NOT NULL,
    valid_from date,
    valid_to date,
    metadata jsonb NOT NULL,
    markdown text NOT NULL,
    blocks jsonb NOT NULL,
    parser text NOT NULL,
    warnings jsonb NOT NULL,
    health jsonb NOT NULL,
    fingerprint text NOT NULL,
    chunk_count integer NOT NULL,
    token_count bigint NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (kb_id, id),
    CONSTRAINT document_kb_id_source_name_key UNIQUE (kb_id, source_name)
);
CREATE INDEX document_sha256_idx ON document (kb_id, sha256);
CREATE INDEX document_series_idx ON document (kb_id, series) WHERE series <> '';
CREATE INDEX document_size_idx ON document (kb_id) INCLUDE (chunk_count, token_count)
"""

_CHUNK = """
CREATE TABLE chunk (
    kb_id bigint NOT NULL,
    id text NOT NULL,
    document_id text NOT NULL,
    ordinal integer NOT NULL,
    kind text NOT NULL,
    text text NOT NULL,
    embedding_text text NOT NULL,
    heading_path text[] NOT NULL,
    spans jsonb NOT NULL,
    table_data jsonb,
    table_rows integer[] NOT NULL,
    fields jsonb NOT NULL,
    parent_id text,
    sha256 text NOT NULL,
    splitter_version text NOT NULL,
    needs_review boolean NOT NULL,
    token_count integer NOT NULL CONSTRAINT chunk_token_count_check CHECK (token_count >= 0),
    extracted_by text,
    PRIMARY KEY (kb_id, id),
    FOREIGN KEY (kb_id, document_id) REFERENCES document (kb_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX chunk_document_idx ON chunk (kb_id, document_id, ordinal);
CREATE INDEX chunk_extracted_by_idx ON chunk (kb_id, extracted_by);
CREATE INDEX chunk_needs_review_idx ON chunk (kb_id, id) WHERE needs_review
"""

# A vector of more than about a thousand halves would else move out of the row, and every comparison would fetch it.
_EMBEDDING = """
CREATE TABLE embedding (
    kb_id bigint NOT NULL,
    chunk_id text NOT NULL,
    space_id text NOT NULL REFERENCES space (id),
    vector halfvec NOT NULL,
    PRIMARY KEY (kb_id, chunk_id, space_id),
    FOREIGN KEY (kb_id, chunk_id) REFERENCES chunk (kb_id, id) ON DELETE CASCADE ON UPDATE CASCADE
) WITH (toast_tuple_target = 8160)
"""

_POSTING = """
CREATE TABLE posting (
    kb_id bigint NOT NULL,
    term bigint NOT NULL,
    document_id text NOT NULL,
    ordinals integer[] NOT NULL,
    frequencies smallint[] NOT NULL,
    lengths integer[] NOT NULL,
    PRIMARY KEY (kb_id, term, document_id),
    FOREIGN KEY (kb_id, document_id) REFERENCES document (kb_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX posting_document_idx ON posting (kb_id, document_id)
"""

_FACT = """
CREATE TABLE fact (
    kb_id bigint NOT NULL,
    id text NOT NULL,
    chunk_id text NOT NULL,
    document_id text NOT NULL,
    subject text NOT NULL,
    attribute text NOT NULL,
    value text NOT NULL,
    unit text,
    dimension text,
    low numeric,
    high numeric,
    canonical_unit text,
    canonical_low numeric,
    canonical_high numeric,
    low_open boolean NOT NULL,
    high_open boolean NOT NULL,
    low_key double precision,
    high_key double precision,
    sort_low double precision,
    sort_high double precision,
    value_range numrange,
    approximate boolean NOT NULL,
    raw text,
    conditions jsonb NOT NULL,
    product_line text,
    region text,
    channel text,
    customer_type text,
    version text,
    valid_from date,
    valid_to date,
    quote text NOT NULL,
    quote_start integer NOT NULL,
    quote_end integer NOT NULL,
    origin text NOT NULL,
    rule text NOT NULL,
    confidence double precision NOT NULL CONSTRAINT fact_confidence_check CHECK (confidence BETWEEN 0 AND 1),
    state text NOT NULL,
    PRIMARY KEY (kb_id, id),
    FOREIGN KEY (kb_id, chunk_id) REFERENCES chunk (kb_id, id) ON DELETE CASCADE ON UPDATE CASCADE,
    FOREIGN KEY (kb_id, document_id) REFERENCES document (kb_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX fact_chunk_idx ON fact (kb_id, chunk_id);
CREATE INDEX fact_document_idx ON fact (kb_id, document_id);
CREATE INDEX fact_subject_idx ON fact (kb_id, subject, attribute);
CREATE INDEX fact_attribute_idx ON fact (kb_id, attribute, sort_low);
CREATE INDEX fact_dimension_idx ON fact (kb_id, dimension, low_key)
"""

_KINDS = "CHECK (kind IN ('subject', 'attribute', 'value', 'unit'))"
_STATES = "CHECK (state IN ('accepted', 'proposed', 'rejected'))"

_WORDS = f"""
CREATE TABLE vocabulary (
    kb_id bigint NOT NULL REFERENCES knowledge_base (id) ON DELETE CASCADE,
    kind text NOT NULL CONSTRAINT vocabulary_kind_check {_KINDS},
    name text NOT NULL,
    dimension text NOT NULL,
    description text NOT NULL,
    state text NOT NULL CONSTRAINT vocabulary_state_check {_STATES},
    PRIMARY KEY (kb_id, kind, name)
);
CREATE TABLE synonym (
    kb_id bigint NOT NULL REFERENCES knowledge_base (id) ON DELETE CASCADE,
    kind text NOT NULL CONSTRAINT synonym_kind_check {_KINDS},
    alias text NOT NULL,
    scope text NOT NULL DEFAULT '',
    canonical text NOT NULL,
    state text NOT NULL CONSTRAINT synonym_state_check {_STATES},
    origin text NOT NULL,
    PRIMARY KEY (kb_id, kind, alias, scope)
);
CREATE INDEX synonym_canonical_idx ON synonym (kb_id, kind, canonical)
"""

_OWNED = ("document", "chunk", "embedding", "posting", "fact", "vocabulary", "synonym")


def upgrade() -> None:
    """Create every table and shut it to other tenants before a row can stand in it."""
    op.execute("CREATE EXTENSION IF NOT EXISTS vector")
    for statement in (_SPACE, _KNOWLEDGE_BASE, _DOCUMENT, _CHUNK, _EMBEDDING, _POSTING, _FACT, _WORDS):
        op.execute(statement)
    op.execute("ALTER TABLE knowledge_base ENABLE ROW LEVEL SECURITY")
    op.execute("CREATE POLICY tenant ON knowledge_base USING (tenant = current_setting('dianmian.tenant', true))")
    for table in _OWNED:
        op.execute(f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY")
        op.execute(f"CREATE POLICY tenant ON {table} USING (kb_id IN (SELECT id FROM knowledge_base))")  # noqa: S608


def downgrade() -> None:
    """Drop every table with all that is in it; the extension stays, others may use it."""
    for table in (*reversed(_OWNED), "knowledge_base", "space"):
        op.execute(f"DROP TABLE {table}")
