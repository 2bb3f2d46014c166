"""drive_explored.py PAGE.html - what the page of a result shows of what was explored."""
import sys

from chromium import browser

with browser() as page:
    page.open(sys.argv[1])
    print("headline:", page.text("headline"))
    for section in page.run("[...document.querySelectorAll('#coverage > .explored')].map((one) => one.innerText.split('\\n').join(' / '))"):
        print("object:", section.replace("\t", " | "))
    print("ran:", page.run("[...document.querySelectorAll('.line.ran .line-number')].map((one) => one.innerText).join(', ')"))
    print("never:", page.run("[...document.querySelectorAll('.line.never')].map((one) => one.innerText.split('\\n').join(' / ')).join(', ')"))
    print("told:", page.run("document.querySelector('.never-ran').innerText.split('\\n').join(' / ')").replace("\t", " | "))
    page.screenshot("explored.png")
