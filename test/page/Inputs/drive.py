"""drive.py PAGE.html - walks through a page by the keyboard alone, and prints what it shows."""
import sys

from chromium import Keys, browser

with browser() as page:
    page.open(sys.argv[1])
    print("title:", page.run("document.title"))
    print("begins at:", page.text("where"))
    print("decides:", page.run("document.querySelector('#timeline .critical.current .cell').innerText"))

    page.press(Keys.HOME)
    where = [page.text("where")]
    for _ in range(5):
        page.press(Keys.ARROW_DOWN)
        where.append(page.text("where"))
    print("steps:", ", ".join(where))
    page.press(Keys.ARROW_DOWN)
    print("behind the last:", page.text("where"))
    print("source:", page.run("document.querySelector('#source .here code').innerText.trim()"))
    print("does:", page.run("document.querySelector('#state .does').innerText"))
    print("state:", page.run("[...document.querySelectorAll('#state .changed')].map((row) => row.innerText.replace(/\\t/g, ' | ')).join('; ')"))
    print("said:", page.text("said"))

    page.press(Keys.ARROW_UP, "c")
    print("c:", page.text("where"))
    page.press("p")
    print("p:", page.text("where"))
    page.press("/", "alice")
    print("filter:", page.text("hits"), page.rows())
    page.press(Keys.ESCAPE)
    print("no filter:", page.rows(), page.run("document.activeElement.id"))

    page.press("b")
    print("beside:", page.text("beside-title"))
    page.press("b", "o")
    print("to the right:", page.run("document.getElementById('timeline').classList.contains('right')"))
    print("in sight:", page.run("[...document.querySelectorAll('#timeline .head')].every((head) => head.getBoundingClientRect().top >= "
                                "document.getElementById('timeline').getBoundingClientRect().top - 1)"))
    page.press("o", "d")
    print("theme:", page.run("document.documentElement.dataset.theme"), page.run("getComputedStyle(document.body).backgroundColor"))
    page.press("d")
    print("theme:", page.run("document.documentElement.dataset.theme"), page.run("getComputedStyle(document.body).backgroundColor"))
    page.press("?")
    print("help:", page.run("document.getElementById('help').open"))
    page.press(Keys.ESCAPE)
    print("help:", page.run("document.getElementById('help').open"))

    # By Tab alone: each element that takes the focus shows that it has it.
    page.run("document.activeElement.blur()")
    seen = []
    for _ in range(60):
        page.press(Keys.TAB)
        focused = page.run("document.activeElement.id || document.activeElement.className || document.activeElement.tagName")
        if focused == "BODY":
            continue
        if page.run("document.activeElement.wasSeen"):
            break
        page.run("document.activeElement.wasSeen = true")
        seen.append(focused)
        if page.run("getComputedStyle(document.activeElement).outlineStyle") == "none":
            print("no outline:", focused)
    print("tab:", " ".join(seen))
    print("names:", page.run("[...document.querySelectorAll('button, input, [role=listbox], section, aside, nav')].filter((one) => "
                            "one.matches('button, input, [role=listbox]') && !(one.innerText.trim() || one.getAttribute('aria-label') || "
                            "one.closest('label'))).length"), "without")
    print("commands:", page.run("[...document.querySelectorAll('.commands code')].map((one) => one.innerText).join('; ')"))
    page.screenshot("page.png")
