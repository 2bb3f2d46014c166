// What lies in the lanes between the rows: how long a thread lives, who has an object and who waits for it,
// its values.
'use strict';

const TEXT = 70; // width of what a span says

/** Of a lane of an object: what is left of those who wait for it. */
function ownPart(lane) {
  const { owners, waits } = lane.track;
  if (!waits.length) return lane.size - 10;
  return owners.length ? Math.round(lane.size * 0.5) : lane.size - Math.min(TEXT, Math.round(lane.size * 0.5));
}

/** A span of rows as an element; null where it cannot be seen. */
function makeSpan(timeline, seen, [first, last], cross, crossSize, classes, text, title) {
  const { geometry } = timeline;
  if (last <= first || last < seen.first || first > seen.last + 1) return null;
  const begin = geometry.rowAt(Math.max(first, seen.first - 1)) + (first < seen.first - 1 ? 0 : geometry.row / 2);
  const isToEnd = last === geometry.rows;
  const end = isToEnd ? geometry.rowAt(last) + geometry.endBox : geometry.rowAt(Math.min(last, seen.last + 2)) + geometry.row / 2;
  // The text is at the first row of it that can be seen.
  const shift = Math.max(0, seen.main + geometry.head - begin);
  const padding = Math.min(shift, Math.max(0, end - begin - (geometry.isDown ? geometry.row : TEXT)));
  const style = `${geometry.style(begin, end - begin, cross, crossSize)};${geometry.isDown ? 'padding-top' : 'padding-left'}:${padding + 2}px`;
  return el('div', { class: classes, style, title }, text);
}

function makeLife(timeline, lane, seen) {
  const { schedule, geometry, rows } = timeline;
  const { thread } = lane;
  if (!thread.first) return [];
  const end = schedule.ends.find((one) => one.thread === thread.name);
  const middle = lane.at + lane.size / 2 - 1;
  const [first, last] = [rows.rowOfStep[thread.first], rows.rowOfStep[thread.last]];
  const classes = `life ${colourOf(thread.index)}`;
  return [
    makeSpan(timeline, seen, [first, last], middle, 2, classes),
    end ? makeSpan(timeline, seen, [last, geometry.rows], middle, 2, `${classes} waiting`) : null,
  ];
}

function spanTitle(track, span, verb) {
  const to = span.to === Infinity ? 'to the end' : `up to step ${span.to}`;
  return `thread ${span.thread} ${verb} ${track.label} from step ${span.from} ${to}`;
}

function makeOwners(timeline, lane, seen) {
  const { track } = lane;
  const { schedule, rows, geometry } = timeline;
  const size = ownPart(lane);
  return track.owners.map((span) => {
    const range = rows.rowsOf(span);
    if (range[1] < seen.first || range[0] > seen.last) return null;
    const isRoom = geometry.isDown || range[1] - range[0] > 0;
    return makeSpan(timeline, seen, range, lane.at + 5, size, `owner ${colourOf(schedule.threadByName.get(span.thread).index)}`,
      isRoom ? `${span.thread} has it` : '', spanTitle(track, span, 'has'));
  });
}

function makeWaits(timeline, lane, seen) {
  const { track } = lane;
  const { schedule, rows } = timeline;
  const begin = lane.at + 7 + ownPart(lane);
  const size = lane.at + lane.size - 5 - begin;
  const together = new Map(); // spans that begin in one row share the lane
  for (const span of track.waits) {
    const range = rows.rowsOf(span);
    if (range[1] < seen.first || range[0] > seen.last) continue;
    together.set(range[0], [...(together.get(range[0]) || []), { span, range }]);
  }
  return [...together.values()].flatMap((group) => group.map(({ span, range }, index) => {
    const part = size / group.length;
    return makeSpan(timeline, seen, range, begin + index * part, part - 1, `waiter ${colourOf(schedule.threadByName.get(span.thread).index)}`,
      `${span.thread} waits`, spanTitle(track, span, 'waits for'));
  }));
}

function isChange(step) {
  return step.before !== step.after || !LOOKING.has(step.operation);
}

/** "0 → 1", "signal: nobody" */
function textOfChip(step) {
  if (step.before === null) return step.operation + (step.alternative ? `: ${step.alternative}` : '');
  return isChange(step) ? `${step.before} → ${step.after}` : `= ${step.after}`;
}

/** Accesses of a race that are no steps; memory that is freed, from there to the end. */
function makeEvents(timeline, lane, seen) {
  const { schedule, rows, geometry } = timeline;
  return lane.track.events.filter((event) => !event.is_step).map((event) => {
    const row = rows.rowOfAccess(schedule.events.indexOf(event));
    if (row < 0) return null;
    const classes = colourOf(schedule.threadByName.get(event.thread).index);
    if (event.isFree)
      return makeSpan(timeline, seen, [row, geometry.rows], lane.at + 5, lane.size - 10, `freed ${classes}`, `✂ freed by ${event.thread}`, textOfEvent(schedule, event));
    if (row < seen.first || row > seen.last) return null;
    const style = geometry.style(geometry.rowAt(row) + 4, geometry.row - 8, lane.at + 5, lane.size - 10);
    return el('div', { class: `chip changes raced ${classes}`, style, title: textOfEvent(schedule, event) }, `⚡ ${event.access}`);
  });
}

/** What a step does to an object that nobody owns. */
function makeChips(timeline, lane, seen) {
  const { track } = lane;
  const { schedule, rows, geometry } = timeline;
  if (track.owners.length || !track.steps.length || seen.last < seen.first) return [];
  const from = rows.list[seen.first].from;
  const to = rows.list[seen.last].to;
  const chips = [];
  for (let i = firstWhere(track.steps, (at) => at >= from); i < track.steps.length && track.steps[i] <= to; i++) {
    const at = track.steps[i];
    const row = rows.list[rows.rowOfStep[at]];
    if (!row || row.kind !== 'step' || row.from !== at) continue;
    const step = schedule.steps[at - 1];
    const changes = isChange(step);
    const text = textOfChip(step);
    const size = threadsAt(track.waits, at).length ? ownPart(lane) : lane.size - 10;
    const style = geometry.style(geometry.rowAt(rows.rowOfStep[at]) + 4, geometry.row - 8, lane.at + 5, size);
    chips.push(el('div', { class: `chip ${changes ? 'changes' : ''} ${colourOf(schedule.threadByName.get(step.thread).index)}`, style, title: step.text }, text));
  }
  return chips;
}

function makeLane(timeline, lane, seen) {
  const { geometry } = timeline;
  const main = geometry.rowAt(seen.first);
  const line = el('div', { class: 'lane-line', style: geometry.style(main, Math.max(0, geometry.rowAt(seen.last + 1) - main), lane.at, 1) });
  const parts = lane.thread ? makeLife(timeline, lane, seen)
    : [...makeOwners(timeline, lane, seen), ...makeWaits(timeline, lane, seen), ...makeChips(timeline, lane, seen),
      ...makeEvents(timeline, lane, seen)];
  return [line, ...parts.filter((part) => part)];
}
