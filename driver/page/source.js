// The source beside the time line: the line of the current step, and where the other threads stand.
'use strict';

const AROUND = 200; // lines of a file that are shown before and behind one
const ON_PAPER = 15; // the same, when the page is printed

/** The piece of the file that has the line, as far as it is known. */
function pieceOf(path, line) {
  const pieces = data.sources[path] || [];
  return pieces.find((piece) => piece.first <= line && line < piece.first + piece.lines.length);
}

class SourceView {
  constructor(container) {
    this.container = container;
    this.title = el('h2', {});
    this.keyLines = el('div', { class: 'key-lines', role: 'group', 'aria-label': 'Lines that the finding is about' });
    this.code = el('div', { class: 'code', tabindex: '0', 'aria-label': 'Lines of the source' });
    this.shown = '';
    this.marked = [];
    container.replaceChildren(this.keyLines, this.title, this.code);
  }

  /** @param {HTMLElement[]} lines */
  setKeyLines(lines) {
    this.keyLines.replaceChildren(...lines);
    this.keyLines.hidden = !lines.length;
  }

  /** Fills in the lines around the place. */
  fill(place) {
    const piece = pieceOf(place.path, place.line);
    const first = piece ? Math.max(piece.first, place.line - AROUND) : place.line;
    const lines = piece ? piece.lines.slice(first - piece.first, first - piece.first + 2 * AROUND) : [place.source || ''];
    this.first = first;
    this.shown = `${place.path}:${first}`;
    this.elements = lines.map((line, index) => el('div', { class: 'line' },
      el('span', { class: 'line-number' }, String(first + index)), el('div', { class: 'line-text' }, el('code', {}, line || ' '), el('span', { class: 'stands' }))));
    this.code.replaceChildren(...this.elements);
    this.path = fullPath(place.path);
  }

  has(place) {
    return this.path === fullPath(place.path) && this.elements && this.elements[place.line - this.first];
  }

  /** @param {?object} place of the current step @param {{place: object, text: string, classes: string}[]} marks */
  show(place, marks) {
    for (const line of this.marked) {
      line.className = 'line';
      line.querySelector('.stands').replaceChildren();
    }
    this.marked = [];
    if (!place || !place.line) {
      this.title.textContent = 'Source: the step has no line of the program';
      return;
    }
    if (!this.has(place)) this.fill(place);
    this.title.textContent = `${positionOf(place)}${place.function ? `, in ${place.function}` : ''}`;
    this.title.title = place.path;
    for (const mark of marks) this.mark(mark);
    this.mark({ place, classes: 'here' });
    this.scrollTo(place);
  }

  scrollTo(place) {
    this.code.scrollTop = this.elements[place.line - this.first].offsetTop - this.code.clientHeight / 2;
  }

  /** On paper: only the lines around the current one. */
  setWhole(isWhole) {
    const here = this.elements ? this.elements.findIndex((line) => line.classList.contains('here')) : -1;
    for (const [index, line] of (this.elements || []).entries()) line.hidden = isWhole && here >= 0 && Math.abs(index - here) > ON_PAPER;
  }

  mark({ place, text, classes }) {
    const line = place.line && this.has(place);
    if (!line) return;
    this.marked.push(line);
    line.classList.add(...classes.split(' '));
    if (text) line.querySelector('.stands').append(el('span', { class: `stand ${classes}` }, text));
  }
}
