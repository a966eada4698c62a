"""
The tables of the rulings book: one SQLite file in the instance folder, apart from the ledger.

It is only ever replaced as a whole. Facts come first; below them is what is made of them for
searching, anew at every import.
"""

#: A book of another format is not read; a new import makes it anew.
FORMAT = 1

FACTS = """
CREATE TABLE IF NOT EXISTS dumps (
    kind TEXT, file TEXT, as_of TEXT, imported TEXT, cards INTEGER, names INTEGER, rulings INTEGER,
    PRIMARY KEY (kind, file)
);
CREATE TABLE IF NOT EXISTS cards (
    id INTEGER PRIMARY KEY, oracle_id TEXT UNIQUE, name TEXT, slug TEXT UNIQUE,
    type_line TEXT, mana_cost TEXT, digital INTEGER, names TEXT
);
CREATE TABLE IF NOT EXISTS names (
    card INTEGER, language TEXT, text TEXT, released TEXT, other INTEGER,
    PRIMARY KEY (card, language, text)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS names_by_text ON names (text);
CREATE TABLE IF NOT EXISTS texts (
    key TEXT, language TEXT, text TEXT, PRIMARY KEY (key, language)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS rulings (
    card INTEGER, language TEXT, key TEXT, source TEXT, date TEXT, as_of TEXT, about TEXT,
    PRIMARY KEY (card, language, key, source)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS rulings_by_text ON rulings (key, card);
CREATE INDEX IF NOT EXISTS rulings_about ON rulings (about, language) WHERE about IS NOT NULL;
"""

#: Names and texts in the order in which they are looked through: short ones and common ones first.
SEARCH = """
DROP TABLE IF EXISTS found;
DROP TABLE IF EXISTS said;
DROP TABLE IF EXISTS vocabulary;
DROP TABLE IF EXISTS name_words;
DROP TABLE IF EXISTS name_parts;
DROP TABLE IF EXISTS text_words;
CREATE TABLE found (id INTEGER PRIMARY KEY, card INTEGER, language TEXT, text TEXT, folded TEXT);
CREATE TABLE said (
    id INTEGER PRIMARY KEY, key TEXT, language TEXT, about TEXT, folded TEXT
);
CREATE INDEX said_by_key ON said (key);
CREATE TABLE vocabulary (word TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE VIRTUAL TABLE name_words USING fts5(
    en, de, pt, zh, content='', prefix='1 2 3', tokenize='unicode61 remove_diacritics 0'
);
CREATE VIRTUAL TABLE name_parts USING fts5(
    plain, content='', detail=full, tokenize='trigram case_sensitive 1'
);
CREATE VIRTUAL TABLE text_words USING fts5(
    en, de, pt, zh, content='', prefix='1 2 3', tokenize='unicode61 remove_diacritics 0'
);
"""
#: The column of each language.
COLUMNS = {"en": "en", "de": "de", "pt-BR": "pt", "zh-Hans": "zh"}
