"""drive_finding.py PAGE.html HEADLINE - what the page says of the finding whose headline has that text, so that one sees at a
glance where it fails, where that was decided, why, and how people mend it."""
import sys

from chromium import Keys, browser


def texts(page, selector, separator=" | "):
    return separator.join(" ".join(text.split()) for text in page.run(f"[...document.querySelectorAll('{selector}')].map((one) => one.innerText)"))


def style(page, selector, name):
    return page.run(f"(() => {{ const one = document.querySelector('{selector}'); return one ? getComputedStyle(one).{name} : 'none'; }})()")


with browser() as page:
    page.open(sys.argv[1], sys.argv[2])
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
    page.run("document.querySelector('#source .key-line.fails').click()")
    print("shown:", page.run("(() => { const line = document.querySelector('#source .line.here'), code = line.parentElement.getBoundingClientRect(), "
                             "at = line.getBoundingClientRect(); return [line.querySelector('code').innerText.trim(), at.top >= code.top && at.bottom <= code.bottom]; })()"))
    page.screenshot("finding.png")
