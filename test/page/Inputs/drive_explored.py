"""drive_explored.py PAGE.html - what the page of a result shows of what was explored."""
import sys

from chromium import browser

with browser() as page:
    page.open(sys.argv[1])
    print("headline:", page.text("headline"))
    for section in page.run("[...document.querySelectorAll('#coverage > .explored')].map((one) => one.innerText.split('\\n').join(' / '))"):
        print("object:", section.replace("\t", " | "))
    print("ran:", page.run("[...document.querySelectorAll('.line.ran .line-number')].map((one) => one.innerText).join(', ')"))
    page.screenshot("explored.png")
