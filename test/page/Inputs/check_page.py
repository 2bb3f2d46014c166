"""check_page.py PAGE.html RESULT.json [SCRIPT.js] - the page is one file, and has all of the result.

Prints what it has; exit status 1 with a word where it needs another file, is no HTML, or where its
result is another one. Writes its script into SCRIPT.js.
"""
import html.parser
import json
import re
import sys

EMPTY = {"meta", "input", "path", "br"}
NAMES_A_FILE = {"src", "srcset", "data", "action", "poster", "background"}


class Page(html.parser.HTMLParser):
    """What is open at the end, which other files are named, and the text of each script."""

    def __init__(self):
        super().__init__()
        self.open, self.wrong, self.scripts, self.ids = [], [], {}, set()

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        for name, value in attributes.items():
            if name in NAMES_A_FILE or name.startswith("on") or name.endswith("href") and not value.startswith("#"):
                self.wrong.append(f"<{tag} {name}={value}>")
        if tag in ("link", "iframe", "object", "embed", "base"):
            self.wrong.append(f"<{tag}>")
        if "id" in attributes:
            if attributes["id"] in self.ids:
                self.wrong.append(f"two elements have the id {attributes['id']}")
            self.ids.add(attributes["id"])
        if tag not in EMPTY:
            self.open.append((tag, attributes))

    def handle_endtag(self, tag):
        if tag in EMPTY:
            return
        if not self.open or self.open[-1][0] != tag:
            self.wrong.append(f"</{tag}> where {self.open[-1:]} is open")
        else:
            self.open.pop()

    def handle_data(self, text):
        if self.open and self.open[-1][0] == "script":
            id = self.open[-1][1].get("id", "script")
            self.scripts[id] = self.scripts.get(id, "") + text


def unpacked(data):
    """The result with the steps in place of their indices."""
    result = data["result"]
    schedule = lambda indices: [{"step": i + 1, **data["steps"][index]} for i, index in enumerate(indices)]
    for finding in result["findings"]:
        finding["schedule"] = schedule(finding["schedule"])
        if finding["explained"]:
            finding["explained"]["succeeds"] = schedule(finding["explained"]["succeeds"])
    return result


def main():
    text = open(sys.argv[1], encoding="utf-8").read()
    stored = json.load(open(sys.argv[2], encoding="utf-8"))
    page = Page()
    page.feed(text)
    page.close()
    without_data = text.replace(page.scripts["data"], "")
    outside = [url for url in re.findall(r"(?:https?:)?//[a-z][^\s'\"]*\.[a-z]+/[^\s'\"]*", without_data)
               if not url.startswith("http://www.w3.org/2000/svg")]
    wrong = page.wrong + outside + [f"<{tag}> is not closed" for tag, _ in page.open]
    wrong += re.findall(r"@import|url\((?!#)[^)]*\)|fetch\(|XMLHttpRequest|import\(|innerHTML|eval\(", without_data)
    if wrong:
        sys.exit("\n".join(wrong))
    data = json.loads(page.scripts["data"])
    if unpacked(data) != stored:
        sys.exit("the page has another result")
    if json.loads(page.scripts["command"]) != stored["command"]:
        sys.exit("the page has another command")
    if len(sys.argv) > 3:
        open(sys.argv[3], "w", encoding="utf-8").write(page.scripts["script"])
    lines = {path.rsplit("/", 1)[-1]: sum(len(piece["lines"]) for piece in pieces) for path, pieces in data["sources"].items()}
    steps = sum(len(finding["schedule"]) for finding in stored["findings"])
    print(f"one file: {len(stored['findings'])} findings, {steps} steps, sources {lines}")


main()
