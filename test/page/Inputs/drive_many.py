"""drive_many.py PAGE.html - of a page with very many steps: how much is in the document, and how long it takes."""
import sys

from chromium import Keys, browser

TIMED = """(() => { const times = []; for (let i = 0; i < 200; i++) { const begin = performance.now();
  document.body.dispatchEvent(new KeyboardEvent('keydown', {key: '%s', bubbles: true}));
  document.body.getBoundingClientRect(); document.getElementById('timeline').scrollTop; times.push(performance.now() - begin); }
  times.sort((a, b) => a - b); return `median ${times[100].toFixed(1)} ms, most ${times[199].toFixed(1)} ms`; })()"""

with browser() as page:
    page.open(sys.argv[1])
    size = lambda: page.run("document.getElementsByTagName('*').length")
    sizes = [size()]
    print("steps:", page.text("where"))
    # Not held against anything: figures of this machine.
    print("figures: loaded in", page.run("Math.round(performance.getEntriesByType('navigation')[0].loadEventEnd)"), "ms", file=sys.stderr)
    for key in ("ArrowUp", "ArrowDown", "PageUp", "n", "s"):
        print(f"figures: {key}:", page.run(TIMED % key), file=sys.stderr)
        sizes.append(size())
    page.press("b")
    print("figures: ArrowDown beside it:", page.run(TIMED % "ArrowDown"), file=sys.stderr)
    sizes.append(size())
    page.press("b", Keys.HOME)
    sizes.append(size())
    page.press("o", Keys.END)
    print("figures: to the right:", page.run(TIMED % "ArrowUp"), file=sys.stderr)
    sizes.append(size())
    page.press("o", "/", "lock[3]")
    print("filter:", page.text("hits"))
    sizes.append(size())
    print("figures: elements", sizes, file=sys.stderr)
    print("at most 3000 elements:", max(sizes) <= 3000)
