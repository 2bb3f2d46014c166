# The lines of warnings.def as Python has them. Each: kind, id, name, its strings, and why it has no program.
import os
import re

PATH = os.path.join(os.path.dirname(__file__), "../../../include/mcmini/warnings.def")
STRINGS = r'(?:"(?:[^"\\]|\\.)*"\s*)+'
LINE = re.compile(
    r"((?://[^\n]*\n)*)(MC_WARNING|MC_NOTE|MC_LIMIT)\((\w+),\s*"
    rf"({STRINGS}(?:,\s*(?:MC_\w+|{STRINGS}))*)\)\n"
)


def string(literals):
    return "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', literals)).replace('\\"', '"')


def lines():
    table = []
    for comment, kind, identifier, columns in LINE.findall(open(PATH).read()):
        name, *others = [string(text) for text in re.findall(STRINGS, columns)]
        text = " ".join(part.strip("/ ") for part in comment.splitlines())
        excuse = text.partition("No program: ")[2]
        table.append({"kind": kind, "id": identifier, "name": name, "columns": others, "excuse": excuse,
                      "is_users": "MC_USERS" in columns})
    return table
