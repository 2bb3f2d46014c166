"""drive_lanes.py PAGE.html HEADLINE - the lanes, marks and labels of the finding whose headline has that text."""
import sys

from chromium import browser

with browser() as page:
    page.open(sys.argv[1])
    while sys.argv[2] not in page.text("headline"):
        before = page.text("headline")
        page.press("]")
        assert page.text("headline") != before, "no such finding"
    print("objects:", page.run("[...document.querySelectorAll('#timeline .head.object b')].map((head) => head.innerText).join(' ')"))
    print("folded:", page.text("without-lane"))
    print("marks:", page.run("[...document.querySelectorAll('#timeline .mark')].map((mark) => mark.innerText).join(', ')"))
    print("in lanes:", page.run("[...document.querySelectorAll('#timeline .freed, #timeline .chip.raced')].map((one) => one.innerText).join(', ')"))
    print("said of arrows:", page.run("[...document.querySelectorAll('#timeline .label')].map((one) => one.textContent).join(', ')"))
    print("waits:", page.run("[...new Set([...document.querySelectorAll('#timeline .waiter')].map((one) => one.title))].join(', ')"))
    print("cut:", page.run("[...document.querySelectorAll('#timeline .cell, #timeline .head b, #timeline .chip')].filter((one) => "
                           "one.scrollWidth > one.clientWidth + 1).map((one) => one.innerText).join(', ')"))
    # A badge lies over no text: each line ends before its own badge begins, or above it.
    print("hidden:", page.run("[...document.querySelectorAll('#source .line')].filter((line) => [...line.querySelectorAll('.stand')].some((badge) => "
                              "[...line.querySelector('code').getClientRects()].some((text) => { const b = badge.getBoundingClientRect(); "
                              "return text.bottom > b.top + 4 && text.top < b.bottom - 4 && text.right > b.left + 1 && text.left < b.left; }))).length"))
