"""drive_fold.py PAGE.html - folds and opens steps, and goes from finding to finding."""
import sys

from chromium import Keys, browser

with browser() as page:
    page.open(sys.argv[1])
    print("findings:", page.run("document.querySelectorAll('.finding').length"))
    first = page.text("headline")
    page.press("]")
    print("next:", page.text("headline") != first)
    page.press("[")
    print("back:", page.text("headline") == first)
    page.press("f")
    print("all:", page.rows(), "folded:", page.run("document.querySelectorAll('#timeline .fold').length"))
    page.press("f")
    print("folds:", page.run("document.querySelectorAll('#timeline .fold').length"))
    page.press(Keys.HOME)
    for _ in range(80):
        if page.run("document.querySelector('#timeline .fold.current') !== null"):
            break
        page.press(Keys.ARROW_DOWN)
    rows = page.run("page.timeline.rows.list.length")
    page.press(Keys.ENTER)
    print("opened:", page.run("page.timeline.rows.list.length") > rows)
