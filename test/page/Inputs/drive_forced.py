"""drive_forced.py PAGE.html - the page in the colours that a user forces on all pages, of which there are few: what a colour
says is said by a line, too."""
import sys

from chromium import Keys, browser

SYSTEM = """(() => { const probe = document.body.appendChild(document.createElement('i')); const colours = ['Canvas', 'CanvasText', 'Highlight'].map((name) => {
  probe.style.color = name; return getComputedStyle(probe).color; }); probe.remove(); return colours; })()"""

with browser() as page:
    for scheme in ("light", "dark"):
        page.emulate(forced_colors="active", prefers_color_scheme=scheme)
        page.open(sys.argv[1])
        canvas, text, highlight = page.run(SYSTEM)
        names = {canvas: "Canvas", text: "CanvasText", highlight: "Highlight"}

        def look(selector, *properties):
            found = page.run(f"document.querySelector('{selector}') !== null")
            values = [page.run(f"getComputedStyle(document.querySelector('{selector}')).{name}") for name in properties] if found else ["not there"]
            return " ".join(names.get(value, value) for value in values)

        page.press(Keys.END)
        print(scheme, "forced:", page.run("matchMedia('(forced-colors: active)').matches"), "page:", look("body", "backgroundColor", "color"))
        print(scheme, "current row:", look("#timeline .row.current", "outlineStyle", "outlineColor"))
        print(scheme, "current line:", look("#source .line.here", "outlineStyle", "outlineColor"), "of the finding:", look("#source .line.fails", "borderLeftColor"))
        print(scheme, "has it:", look("#timeline .owner", "borderTopStyle", "borderTopColor"), "waits:", look("#timeline .waiter", "borderTopStyle", "borderTopColor"))
        print(scheme, "changed:", look("#state .changed", "outlineColor"))
        print(scheme, "strokes:", ", ".join(sorted({names.get(colour, colour) for colour in page.run(
            "[...document.querySelectorAll('#timeline .arrows path')].map((path) => getComputedStyle(path).stroke)")})),
            "circle:", look("#timeline .arrows .cycle", "stroke", "strokeDasharray"))
        page.screenshot(f"forced-{scheme}.png")
