"""drive_lanes.py PAGE.html HEADLINE [end] - the lanes, marks and labels of the finding whose headline has that text; at its end."""
import sys

from chromium import Keys, browser


def show_end(page):
    """The last step, and the lanes of objects."""
    page.press(Keys.END)
    page.run("document.getElementById('timeline').scrollTo(1e6, 1e6)")
    page.run("page.timeline.follow()")


def overlapping(page):
    """Of those who have or await an object at the end: how many are too narrow or lie over another."""
    return page.run("""[...document.querySelectorAll('#timeline .waiter, #timeline .owner')].map((one) => one.getBoundingClientRect()).filter((a, index, all) =>
        Math.min(a.width, a.height) < 12 || all.slice(index + 1).some((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)).length""")


with browser() as page:
    page.open(sys.argv[1], sys.argv[2])
    if "end" in sys.argv:
        show_end(page)
    print("objects:", page.run("[...document.querySelectorAll('#timeline .head.object b')].map((head) => head.innerText).join(' ')"))
    print("folded:", page.text("without-lane"))
    print("marks:", page.run("[...document.querySelectorAll('#timeline .mark')].map((mark) => mark.innerText).join(', ')"))
    print("in lanes:", page.run("[...document.querySelectorAll('#timeline .freed, #timeline .chip.raced')].map((one) => one.innerText).join(', ')"))
    print("said of arrows:", page.run("[...document.querySelectorAll('#timeline .label')].map((one) => one.textContent).join(', ')"))
    print("waits:", page.run("[...new Set([...document.querySelectorAll('#timeline .waiter')].map((one) => one.title))].join(', ')"))
    print("overlapping:", overlapping(page))
    print("cut:", page.run("[...document.querySelectorAll('#timeline .cell, #timeline .head b, #timeline .chip')].filter((one) => "
                           "one.scrollWidth > one.clientWidth + 1).map((one) => one.innerText).join(', ')"))
    # A badge lies over no text: each line ends before its own badge begins, or above it.
    print("hidden:", page.run("[...document.querySelectorAll('#source .line')].filter((line) => [...line.querySelectorAll('.stand')].some((badge) => "
                              "[...line.querySelector('code').getClientRects()].some((text) => { const b = badge.getBoundingClientRect(); "
                              "return text.bottom > b.top + 4 && text.top < b.bottom - 4 && text.right > b.left + 1 && text.left < b.left; }))).length"))
    page.press("o")
    show_end(page)
    print(f"to the right: overlapping: {overlapping(page)}, of", page.run("document.querySelectorAll('#timeline .waiter, #timeline .owner').length"))
