"""drive_finding.py PAGE.html HEADLINE - what the page says of the finding whose headline has that text, so that one sees at a
glance where it fails, where that was decided, why, and how people mend it."""
import glob
import os
import sys

from chromium import Keys, browser

EXPLAIN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../docs/explain/*.md")


def texts(page, selector, separator=" | "):
    return separator.join(" ".join(text.split()) for text in page.run(f"[...document.querySelectorAll('{selector}')].map((one) => one.innerText)"))


def style(page, selector, name):
    return page.run(f"(() => {{ const one = document.querySelector('{selector}'); return one ? getComputedStyle(one).{name} : 'none'; }})()")


def is_read(page, path):
    """Of the page of a kind of finding there are a meaning and remedies, without the marks of Markdown."""
    with open(path, encoding="utf-8") as file:
        kind = page.driver.execute_script("return readKind(arguments[0])", file.read())
    return kind["meaning"].endswith(".") and len(kind["remedies"]) >= 2 and all(one[0] not in "-# " and one[-1] == "." for one in kind["remedies"])


with browser() as page:
    page.open(sys.argv[1])
    while sys.argv[2] not in page.text("headline"):
        before = page.text("headline")
        page.press("]")
        assert page.text("headline") != before, "no such finding"
    print("title:", page.run("document.title"))
    print("decision:", texts(page, ".decision"))
    print("deciding step:", texts(page, "#timeline .critical .cell"), "/", texts(page, "#state .decides"))
    for line in texts(page, "#source .key-line", "\n").split("\n"):
        print("line:", line)
    page.press(Keys.END)
    print("marked at the last step:", texts(page, "#source .code .of-finding .stand.of-finding"))
    page.press("c")
    print("numbers:", texts(page, "#timeline .number", ", "))
    print("values:", texts(page, "#timeline .chip.use, #timeline .chip.raced", ", "))
    print("borders: race", style(page, "#timeline .cell.raced", "borderTopStyle"), "no part", style(page, "#timeline .cell.apart", "borderTopStyle"),
          "legend", style(page, "#legend .raced", "borderTopStyle"), style(page, "#legend .apart", "borderTopStyle"))
    page.run("document.querySelector('.mending summary').click()")
    print("mending:", page.run("document.querySelector('.mending').open"), texts(page, ".mending li"))
    kinds = glob.glob(EXPLAIN)
    print("kinds:", len(kinds), "not read:", [os.path.basename(path) for path in kinds if not is_read(page, path)])
    page.run("document.querySelector('#source .key-line.fails').click()")
    print("shown:", page.run("(() => { const line = document.querySelector('#source .line.here'), code = line.parentElement.getBoundingClientRect(), "
                             "at = line.getBoundingClientRect(); return [line.querySelector('code').innerText.trim(), at.top >= code.top && at.bottom <= code.bottom]; })()"))
    page.screenshot("finding.png")
