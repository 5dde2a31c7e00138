"""Asks the questions of a page in the folder that has `tables`; each must have an answer."""

import re
import sys
from pathlib import Path

import duckdb

page = Path(sys.argv[1]).read_text()
section = page.split("\n## Questions\n", 1)[1].split("\n## ", 1)[0]
questions = re.findall(r"### (.*?)\n\n```sql\n(.*?)```", section, re.S)
for question, sql in questions:
    rows = duckdb.sql(sql).fetchall()
    print(question, rows[:2])
    assert rows, f"no answer: {question}"
print(len(questions), "questions")
