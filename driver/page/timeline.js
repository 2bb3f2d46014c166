// The time line: threads and objects are lanes, steps are rows (or columns, where time goes to the right).
// Only what can be seen is in the document.
'use strict';

const ROW = { down: 26, right: 118 };
const ROW_MOST = 34; // where there is room
const HEAD = { down: 40, right: 150 };
const GUTTER = { down: 110, right: 40 };
const END_BOX = { least: 66, most: 136, line: 14, right: 300 };
const THREAD_LANE = { least: 82, readable: 140, most: 230, widest: 340, right: 52 };
const OBJECT_LANE = { value: 92, widest: 240, right: 54 };
const BEYOND = 4; // rows around those that can be seen
const MOST_ON_PAPER = 300;

/**
 * Where what lies. "Main" is the direction of time, "cross" the other one.
 * @typedef {object} Lane
 * @property {number} at
 * @property {number} size
 * @property {?object} thread
 * @property {?Track} track
 * @property {number} own the part of it that those who wait for the object leave
 */
class Geometry {
  /** @param {Schedule} schedule @param {Rows} rows @param {HTMLElement} container */
  constructor(schedule, rows, objects, isDown, container) {
    const direction = isDown ? 'down' : 'right';
    this.isDown = isDown;
    this.head = HEAD[direction];
    this.gutter = GUTTER[direction];
    this.rows = rows.list.length;
    this.layLanes(schedule, objects, container.clientWidth);
    this.endBox = !schedule.ends.length ? 0 : isDown ? this.heightOfEnds(schedule) : END_BOX.right;
    const waits = waitsAtEnd(schedule).length;
    const labels = isDown ? ARC.label * (waits + 1) : 320;
    const behind = this.endBox + (waits || schedule.accesses.length ? depthOfArcs(waits) + labels + 4 : 8);
    const room = Math.floor((container.clientHeight - this.head - behind) / Math.max(1, this.rows));
    this.row = isDown ? Math.max(ROW.down, Math.min(ROW_MOST, room)) : ROW.right;
    this.main = this.head + this.rows * this.row + behind;
  }

  /** So that what stands in the boxes of the end is seen. */
  heightOfEnds(schedule) {
    const linesOf = (text, size, weight = 'normal') => (text ? Math.ceil((1.25 * widthOf(text, PLAIN, weight)) / size) : 0);
    const lines = schedule.ends.map((end) => {
      const size = this.lanes[schedule.threadByName.get(end.thread).index].size - 24;
      return linesOf(`✖ ${withoutPosition(end.text)}`, size, end.isFailure ? 'bold' : 'normal') + linesOf(end.note, size);
    });
    return Math.min(END_BOX.most, Math.max(END_BOX.least, END_BOX.line * Math.max(...lines) + 16));
  }

  layLanes(schedule, objects, room) {
    const { threads } = schedule;
    const sizeOf = (track, isShort) => Math.max(sizeOfSpans(track, this.isDown, isShort),
      this.isDown ? Math.min(OBJECT_LANE.widest, widthOfTrack(schedule, track, isShort)) : OBJECT_LANE.right);
    const wanted = threads.map((thread) => (this.isDown ? (thread.wanted ??= wantedSize(schedule, thread)) : THREAD_LANE.right));
    const sumOf = (list) => list.reduce((sum, size) => sum + size, 0);
    const others = (isShort) => this.gutter + sumOf(objects.map((track) => sizeOf(track, isShort))) + 4;
    /** So that no text is cut or upright. */ this.wanted = others(false) + sumOf(wanted);
    const isShort = this.wanted > room;
    const source = this.isDown ? widthOfSource(schedule) : 0;
    const spare = Math.max(0, room - this.wanted);
    const left = Math.min(source, spare); // the rest lies beyond what is seen at first
    const sizes = this.isDown ? sizesOfThreads(wanted, room - others(isShort) - left) : wanted;
    let at = this.gutter;
    /** @type {Lane[]} */ this.lanes = [];
    const lay = (lane, width) => {
      this.lanes.push({ ...lane, at, size: width });
      at += width;
    };
    threads.forEach((thread, index) => lay({ thread }, sizes[index]));
    this.objects = at;
    for (const track of objects) lay({ track, own: ownPart(track, sizeOf(track, isShort), this.isDown, isShort) }, sizeOf(track, isShort));
    /** The line of each step. */ this.source = { at, size: this.isDown ? Math.max(left, SOURCE_LANE.least, Math.min(source, room - at - 4)) : 0 };
    this.cross = at + this.source.size;
  }

  rowAt(index) {
    return this.head + index * this.row;
  }

  /** The style of an element that lies there. */
  style(main, mainSize, cross, crossSize) {
    const [left, top, width, height] = this.isDown ? [cross, main, crossSize, mainSize] : [main, cross, mainSize, crossSize];
    return `left:${left}px;top:${top}px;width:${width}px;height:${height}px`;
  }

  /** The middle of a row in a lane, and half the size of a cell there. */
  middleOf(index, lane) {
    const main = this.rowAt(index) + this.row / 2;
    const cross = lane.at + lane.size / 2;
    return this.isDown ? { x: cross, y: main, half: lane.size / 2 - 5 } : { x: main, y: cross, half: lane.size / 2 - 7 };
  }

  /** Of the container: what can be seen of it. */
  seen(container) {
    const { scrollTop, scrollLeft, clientHeight, clientWidth } = container;
    const [main, mainSize, cross, crossSize] = this.isDown ? [scrollTop, clientHeight, scrollLeft, clientWidth]
      : [scrollLeft, clientWidth, scrollTop, clientHeight];
    const first = Math.max(0, Math.floor((main - this.head) / this.row) - BEYOND);
    const last = Math.min(this.rows - 1, Math.ceil((main + mainSize - this.head) / this.row) + BEYOND);
    return { first, last, main, mainSize, cross, crossSize, lanes: this.lanes.filter((lane) => lane.at + lane.size > cross && lane.at < cross + crossSize) };
  }
}

//===- Widths ---------------------------------------------------------------------------------===//

const pen = document.createElement('canvas').getContext('2d');
const widths = new Map();

/** Of a text, as the page shows it; a bold one is the widest. */
function widthOf(text, family, weight = 'bold') {
  const key = weight + family + text;
  if (!widths.has(key)) {
    pen.font = `${weight} 11.5px ${family}`;
    widths.set(key, Math.ceil(pen.measureText(text).width));
  }
  return widths.get(key);
}

const PLAIN = 'system-ui, "Liberation Sans", "DejaVu Sans", sans-serif';
const FIXED = 'ui-monospace, "DejaVu Sans Mono", "Liberation Mono", monospace';

/** That a lane needs, so that nothing in it is cut. */
function widthOfTrack(schedule, track, isShort) {
  const head = 1.22 * widthOf(track.short, PLAIN) + 16;
  track.widthOfChips ??= Math.max(0, ...[...new Set([...track.steps.map((at) => textOfChip(schedule.steps[at - 1])), ...track.uses.map(textOfLaterUse)])].map((text) =>
    widthOf(text, FIXED) + 13));
  const chip = track.owners.length ? 0 : track.widthOfChips + (track.waits.length ? sizeOfSpans(track, true, isShort) : 0);
  return Math.max(head, chip, track.events.length ? 110 + (track.uses.length ? 40 : 0) : 0, track.owners.length || track.waits.length ? 0 : OBJECT_LANE.value);
}

function widthOfThread(schedule, thread) {
  const texts = new Set(thread.steps.map((at) => textOfStep(schedule, schedule.steps[at - 1])));
  for (const event of schedule.events) if (event.thread === thread.name) texts.add(textOfEvent(schedule, event));
  return Math.max(widthOf(longName(thread.name), PLAIN), ...[...texts].map((text) => widthOf(text, PLAIN, /^[⚡✂]/.test(text) ? 'bold' : 'normal') + (/^[⚡✂]/.test(text) ? 8 : 0))) + 22;
}

function wantedSize(schedule, thread) {
  return Math.min(THREAD_LANE.widest, Math.max(THREAD_LANE.least, widthOfThread(schedule, thread)));
}

/** Each has what its texts need, if that leaves room for the objects; what room there is, is shared. */
function sizesOfThreads(wanted, room) {
  const sum = wanted.reduce((all, one) => all + one, 0);
  if (sum > room) return wanted.map((one) => Math.max(Math.min(one, THREAD_LANE.readable), Math.floor((one * room) / sum)));
  const more = Math.floor((room - sum) / Math.max(1, wanted.length));
  return wanted.map((one) => Math.max(one, Math.min(THREAD_LANE.most, one + more)));
}

/** "waits to lock b: held by thread 0.1 since step 4", without "(bank.c:22)" or "at bank.c:22", which the source shows. */
function withoutPosition(text) {
  return text.replace(/ \([^() ]+:\d+\)| at [^() ]+:\d+/g, '');
}

function textOfStep(schedule, step) {
  const track = schedule.tracks.get(step.object);
  const isRaced = schedule.accesses.some((access) => access.is_step && schedule.steps[access.step - 1] === step);
  return (isRaced ? '⚡ ' : '') + wordsOf(step, track ? track.inText : step.label.replace(/^thread /, ''));
}

function textOfEvent(schedule, event) {
  if (event.isFree) return '✂ frees the memory';
  const value = event.value === null ? '' : `: ${event.value}`;
  return `⚡ ${event.access} ${schedule.finding.race.object}${value}`;
}

class Timeline {
  /** @param {HTMLElement} container @param {Schedule} schedule @param {(row: number) => void} onSelect */
  constructor(container, schedule, onSelect) {
    this.container = container;
    this.schedule = schedule;
    this.rows = new Rows(schedule);
    this.current = 0;
    this.isDown = true;
    this.isWhole = false;
    this.onSelect = onSelect;
    this.canvas = el('div', { class: 'canvas' });
    container.replaceChildren(this.canvas);
    container.setAttribute('role', 'listbox');
    container.setAttribute('aria-label', 'Steps of the schedule');
    container.onscroll = () => this.follow();
    this.layOut();
  }

  /** After rows, lanes, direction or size have changed. */
  layOut() {
    const { container, canvas } = this;
    const all = this.schedule.objects;
    this.objects = this.rows.folds ? all.filter((track) => this.schedule.takesPart(track)) : all;
    this.geometry = new Geometry(this.schedule, this.rows, this.objects, this.isDown, container);
    const { main, cross, isDown } = this.geometry;
    container.classList.toggle('down', isDown);
    container.classList.toggle('right', !isDown);
    canvas.style.setProperty('--row', `${this.geometry.row}px`);
    canvas.style.width = `${isDown ? cross : main}px`;
    canvas.style.height = `${isDown ? main : cross}px`;
    this.render();
  }

  /** It has been scrolled, unless it is drawn there already. */
  follow() {
    const { scrollTop, scrollLeft } = this.container;
    if (scrollTop !== this.drawnAt.scrollTop || scrollLeft !== this.drawnAt.scrollLeft) this.render();
  }

  render() {
    const { scrollTop, scrollLeft } = this.container;
    this.drawnAt = { scrollTop, scrollLeft };
    const seen = this.geometry.seen(this.container);
    if (this.isWhole) Object.assign(seen, this.wholeRange());
    const rows = [];
    for (let index = seen.first; index <= seen.last; index++) rows.push(this.makeRow(index, seen));
    const lines = seen.lanes.flatMap((lane) => makeLane(this, lane, seen));
    this.canvas.replaceChildren(this.makeHeads(), ...rows, ...lines, ...this.makeEnds(), makeArrows(this, seen));
    const id = this.idOf(this.current);
    if (this.canvas.querySelector(`#${id}`)) this.container.setAttribute('aria-activedescendant', id);
    else this.container.removeAttribute('aria-activedescendant');
  }

  /** For the printer: as many rows as are of use on paper, around the current one. */
  wholeRange() {
    const { geometry } = this;
    const first = Math.max(0, Math.min(this.current - MOST_ON_PAPER / 2, geometry.rows - MOST_ON_PAPER));
    const last = Math.min(geometry.rows - 1, first + MOST_ON_PAPER - 1);
    const main = geometry.rowAt(first) - geometry.head;
    const mainSize = (last === geometry.rows - 1 ? geometry.main : geometry.rowAt(last + 1)) - main;
    return { first, last, lanes: geometry.lanes, main, mainSize, cross: 0, crossSize: geometry.cross };
  }

  /** All rows for the printer, or only those that can be seen. */
  setWhole(isWhole) {
    this.isWhole = isWhole;
    this.container.classList.toggle('whole', isWhole);
    const { main, mainSize } = isWhole ? this.wholeRange() : { main: 0, mainSize: 0 };
    this.container.style.height = isWhole ? `${mainSize}px` : '';
    this.canvas.style.setProperty('--before', `${main}px`);
    this.render();
  }

  idOf(index) {
    return `${this.container.id}-${index}`;
  }

  makeHeads() {
    const { geometry } = this;
    const heads = geometry.lanes.map((lane) => {
      const style = geometry.style(0, geometry.head, lane.at, lane.size);
      if (lane.thread) {
        const [name, role = ''] = longName(lane.thread.name).split(/ (?=\()/);
        return el('div', { class: `head ${colourOf(lane.thread.index)}`, style, title: longName(lane.thread.name) },
          el('b', {}, `thread ${name}`), el('span', {}, role.slice(1, -1)));
      }
      return el('div', { class: 'head object', style, title: `${lane.track.label}: ${lane.track.kind()}` },
        el('b', {}, lane.track.short), el('span', {}, lane.track.kind()));
    });
    const { at, size } = geometry.source;
    const source = size ? el('div', { class: 'head object', style: geometry.style(0, geometry.head, at, size) }, el('b', {}, 'source'), el('span', {}, mainFile(this.schedule).split('/').pop())) : null;
    return el('div', { class: 'heads', 'aria-hidden': 'true' }, el('div', { class: 'head corner' }, 'step'), heads, source);
  }

  //===- Rows ---------------------------------------------------------------------------------===//

  makeRow(index, seen) {
    const { geometry } = this;
    const row = this.rows.list[index];
    const classes = ['row', row.kind];
    if (index === this.current) classes.push('current');
    if (row.kind === 'step' && row.from === this.schedule.critical) classes.push('critical');
    return el('div', {
      class: classes.join(' '), id: this.idOf(index), role: 'option', 'aria-selected': String(index === this.current),
      'aria-label': this.describe(row), style: geometry.style(geometry.rowAt(index), geometry.row, 0, geometry.cross),
      onclick: () => this.onSelect(index), ondblclick: () => this.openFold(index),
    }, this.makeNumber(row), this.makeCells(row, seen), this.makeSource(row, seen));
  }

  makeSource(row, seen) {
    const { at, size } = this.geometry.source;
    if (!size || row.kind === 'fold' || at >= seen.cross + seen.crossSize || at + size <= seen.cross) return null;
    const line = lineOf(this.schedule, row.kind === 'access' ? row.access : this.schedule.steps[row.from - 1]);
    return line ? el('code', { class: 'line-of', style: this.geometry.style(0, this.geometry.row, at, size), title: line }, line) : null;
  }

  makeNumber(row) {
    const step = this.schedule.steps[row.from - 1];
    const isStep = row.kind === 'step';
    const marks = [];
    if (isStep && row.from === this.schedule.critical) marks.push(el('span', { class: 'mark decides' }, '◆ decides'));
    if (isStep && step.is_preempting) marks.push(el('span', { class: 'mark', title: 'The thread before it could have gone on' }, '⇄ switch'));
    if (isStep && row.from === this.schedule.failing)
      marks.push(this.failsItself(step) ? el('span', { class: 'mark decides' }, '✖ fails') : el('span', { class: 'mark decides', title: 'The code after this step fails' }, '✖ then fails'));
    if (row.access && row.access.isFree) marks.push(el('span', { class: 'mark decides' }, '✂ free'));
    else if (this.isRaced(row)) marks.push(el('span', { class: 'mark decides' }, '⚡ race'));
    const number = row.kind === 'access' ? el('span', { class: 'after', title: 'After this step: it is no step of its own' }, `after ${row.from}`)
      : el('b', {}, row.from === row.to ? String(row.from) : `${row.from}–${row.to}`);
    return el('span', { class: 'number' }, number, ' ', marks);
  }

  /** Else the code after it does. */
  failsItself(step) {
    const { place } = this.schedule.finding;
    return Boolean(place && place.line) && place.line === step.line && place.file === step.file;
  }

  isRaced(row) {
    return row.kind === 'access' || (row.kind === 'step' && this.schedule.accesses.some((access) => access.is_step && access.step === row.from));
  }

  makeCells(row, seen) {
    const { geometry, schedule } = this;
    if (row.kind === 'fold') {
      const style = geometry.isDown ? geometry.style(3, geometry.row - 6, geometry.gutter + 5, geometry.objects - geometry.gutter - 10)
        : geometry.style(3, geometry.row - 6, geometry.gutter + 3, geometry.objects - geometry.gutter - 6);
      return el('span', { class: 'folded', style }, el('span', { class: 'fold-text' }, `… ${textOfFold(row, schedule)}`));
    }
    const lane = this.laneOf(row);
    if (!seen.lanes.includes(lane)) return null;
    const style = geometry.style(3, geometry.row - 6, lane.at + 5, lane.size - 10);
    const { text, classes, title } = row.kind === 'access' ? this.accessCell(row.access) : this.stepCell(row);
    return el('span', { class: `cell ${colourOf(lane.thread.index)} ${classes}`, style, title }, text);
  }

  accessCell(access) {
    return { text: textOfEvent(this.schedule, access), classes: access.isFree ? 'frees' : 'raced', title: positionOf(access) };
  }

  stepCell(row) {
    const step = this.schedule.steps[row.from - 1];
    const raced = this.isRaced(row);
    const classes = [raced ? 'raced' : '', this.rows.isFoldable(step, row.from) ? 'apart' : ''].join(' ');
    return { text: textOfStep(this.schedule, step), classes, title: `${step.words}\n${step.position}` };
  }

  /** What a screen reader says of a row. */
  describe(row) {
    if (row.kind === 'fold') return `Folded: ${textOfFold(row, this.schedule)}. Enter opens it.`;
    if (row.kind === 'access' && row.access.isFree) return `After step ${row.from}, thread ${row.access.thread} frees the memory, ${positionOf(row.access)}`;
    if (row.kind === 'access')
      return `After step ${row.from}, thread ${row.access.thread}: ${row.access.access} of ${this.schedule.finding.race.object}, ${positionOf(row.access)}, one side of the race`;
    const step = this.schedule.steps[row.from - 1];
    const marks = (row.from === this.schedule.critical ? ', this step decides' : '') + (step.is_preempting ? ', a switch' : '');
    return `Step ${row.from}, thread ${longName(step.thread)}: ${step.words}${step.position ? `, ${step.position}` : ''}${marks}`;
  }

  makeEnds() {
    const { geometry, schedule } = this;
    const main = geometry.rowAt(geometry.rows);
    if (!schedule.ends.length) return [];
    const label = el('span', { class: 'end-label', style: geometry.style(main, geometry.endBox, 0, geometry.gutter) }, 'at the end');
    const boxes = schedule.ends.map((end) => {
      const lane = geometry.lanes[schedule.threadByName.get(end.thread).index];
      const mark = end.isFailure ? '✖ ' : end.awaited.length || end.isWaiting ? '‖ ' : '';
      const classes = `end ${colourOf(lane.thread.index)}${end.isFailure ? ' failure' : ''}${schedule.cycle.has(end.thread) ? ' in-cycle' : ''}`;
      return el('div', { class: classes, style: geometry.style(main + 4, geometry.endBox - 8, lane.at + 5, lane.size - 10), title: end.text },
        el('div', {}, mark + withoutPosition(end.text)), end.note ? el('div', {}, end.note) : null);
    });
    return [label, ...boxes];
  }

  //===- Moving -------------------------------------------------------------------------------===//

  /** The last step up to the current row. */
  step() {
    const row = this.rows.list[this.current];
    return row ? row.to : 0;
  }

  /** Without drawing it. */
  moveTo(index) {
    this.current = Math.max(0, Math.min(index, this.rows.list.length - 1));
    this.show(this.current);
  }

  moveToStep(at) {
    this.moveTo(Math.min(this.rows.rowOfStep[Math.max(1, Math.min(at, this.schedule.length))], this.rows.list.length - 1));
  }

  /** Scrolls the row, and the end with the last ones, into what can be seen. */
  show(index) {
    const { geometry, container } = this;
    const size = geometry.isDown ? container.clientHeight : container.clientWidth;
    const key = geometry.isDown ? 'scrollTop' : 'scrollLeft';
    const top = geometry.rowAt(index) - geometry.head;
    const isNearEnd = geometry.rowAt(index) > geometry.main - size + geometry.head + geometry.row;
    const bottom = isNearEnd ? geometry.main : geometry.rowAt(index + 2);
    const isFar = top < container[key] - size / 2 || top > container[key] + 2 * size;
    if (isFar && !isNearEnd) container[key] = Math.max(0, top - size / 3);
    else if (container[key] > top - geometry.row) container[key] = Math.max(0, top - geometry.row);
    else if (container[key] + size < bottom) container[key] = bottom - size;
    this.showLane(this.laneOf(this.rows.list[index]));
  }

  /** @returns {?Lane} of the thread of the row; a fold has none */
  laneOf(row) {
    if (!row || row.kind === 'fold') return null;
    const name = row.kind === 'access' ? row.access.thread : this.schedule.steps[row.from - 1].thread;
    return this.geometry.lanes[this.schedule.threadByName.get(name).index];
  }

  showLane(lane) {
    const { geometry, container } = this;
    const [key, size] = geometry.isDown ? ['scrollLeft', container.clientWidth] : ['scrollTop', container.clientHeight];
    if (!lane) return;
    if (lane.at - geometry.gutter < container[key]) container[key] = lane.at - geometry.gutter;
    else if (lane.at + lane.size > container[key] + size) container[key] = lane.at + lane.size - size;
  }

  openFold(index) {
    const row = this.rows.list[index];
    if (!row || row.kind !== 'fold') return;
    this.rows.open(row);
    this.layOut();
    this.onSelect(index);
  }

  /** Whether time goes down, or to the right. */
  turn(isDown) {
    this.isDown = isDown;
    this.container.scrollTo(0, 0); // where it was in the other direction means nothing
    this.layOut();
    this.moveTo(this.current);
    this.render();
  }

  /** Builds the rows again, and stays at the same step. */
  rebuild() {
    const at = this.step();
    this.rows.build();
    this.layOut();
    if (at) this.moveToStep(at);
    else this.moveTo(0);
    this.render();
  }
}
