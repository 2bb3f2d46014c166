"""words.py ROOT REPORT: each word below the report has the meaning of docs/glossary.md, unwrapped; and every word that
the tables of the driver name has a line there."""
import glob
import re
import sys

root, report = sys.argv[1:]
meanings = {}
for line in open(f"{root}/docs/glossary.md"):
    cells = [cell.strip() for cell in line.strip().strip("|").split(" | ")]
    if len(cells) == 3:
        meanings[cells[0].split(",")[0]] = re.sub("[`*]", "", cells[1])
text = open(report).read().split("\nThe words:\n")[1].split("\n\n")[0]
said = dict(line.strip().split(": ", 1) for line in text.replace("\n      ", " ").split("\n"))
assert len(said) >= 6, said
for word, meaning in said.items():
    assert meanings[word] == meaning, (word, meaning, meanings[word])
table = open(f"{root}/driver/does.def").read()
files = glob.glob(f"{root}/primitives/**/*.[cd]*", recursive=True) + [f"{root}/runtime/record/record.c"]
sources = "".join(open(name).read() for name in files)
for line in re.findall(r"^MC_DOES\((.*?)\)$", table, re.M | re.S):
    alternative, _, word = re.findall(r'"((?:[^"\\]|\\.)*)"', line)[-3:]
    assert not word or word in meanings, word
    assert not alternative or f'"{alternative}"' in sources, line
