// What lies in the lanes between the rows: how long a thread lives, who has an object and who waits for it,
// its values.
'use strict';

const TEXT = 70; // width of what a span says
const UPRIGHT = 17; // the same, where there are so many beside each other that their texts stand upright
const MARGIN = 10; // of a lane

/** A thread that stands before an operation on what another has need not have come there: it may have been interrupted. */
function verbOfWait(span) {
  return span.isDelay ? 'wants it' : 'waits';
}

/** The least sizes of a span of who has it and of who waits for it, so that what they say has room beside all others.
 *  Where room is short, what waiters say stands upright. */
function sizesOfSpans(track, isDown, isShort) {
  if (!isDown) return { owner: UPRIGHT, waiter: UPRIGHT };
  const most = (spans, verbOf) => Math.max(0, ...new Set(spans.map((span) => Math.ceil(0.88 * widthOf(`${span.thread} ${verbOf(span)}`, PLAIN)) + 10)));
  const sizes = { owner: most(track.owners, () => 'has it'), waiter: most(track.waits, verbOfWait) };
  const all = () => track.ownerColumns * sizes.owner + track.waitColumns * sizes.waiter;
  if (isShort || all() > OBJECT_LANE.widest) sizes.waiter = Math.min(sizes.waiter, UPRIGHT);
  if (all() > OBJECT_LANE.widest && track.ownerColumns > 1) sizes.owner = UPRIGHT;
  return sizes;
}

/** That who has it and who waits for it need beside each other. */
function sizeOfSpans(track, isDown, isShort) {
  const { owner, waiter } = sizesOfSpans(track, isDown, isShort);
  const chips = isDown || track.owners.length || !track.waits.length ? 0 : UPRIGHT;
  return track.ownerColumns * owner + track.waitColumns * waiter + chips + MARGIN;
}

/** Of a lane of an object: what is left of those who wait for it. */
function ownPart(track, laneSize, isDown, isShort) {
  const size = laneSize - MARGIN;
  if (!track.waits.length) return size;
  const { owner, waiter } = sizesOfSpans(track, isDown, isShort);
  const [owners, waits] = [track.ownerColumns * owner, track.waitColumns * waiter];
  return Math.round(track.owners.length ? (size * owners) / (owners + waits) : size - waits);
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
  const isUpright = geometry.isDown && text && crossSize < widthOf(text, PLAIN) * 0.8;
  return el('div', { class: isUpright ? `${classes} upright` : classes, style, title }, text);
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

/** Spans in a part of a lane, which those share that hold at the same time. */
function makeSpans(timeline, seen, track, spans, begin, size, classes, verbOf, titleOf) {
  const { schedule, rows } = timeline;
  return spans.map((span) => {
    const range = rows.rowsOf(span);
    if (range[1] < seen.first || range[0] > seen.last) return null;
    const part = size / span.columns;
    return makeSpan(timeline, seen, range, begin + span.column * part, part - 1, `${classes} ${colourOf(schedule.threadByName.get(span.thread).index)}`,
      `${span.thread} ${verbOf(span)}`, spanTitle(track, span, titleOf(span)));
  });
}

function makeOwners(timeline, lane, seen) {
  return makeSpans(timeline, seen, lane.track, lane.track.owners, lane.at + 5, lane.own, 'owner', () => 'has it', () => 'has');
}

function makeWaits(timeline, lane, seen) {
  const begin = lane.at + 6 + lane.own;
  return makeSpans(timeline, seen, lane.track, lane.track.waits, begin, lane.at + lane.size - 4 - begin, 'waiter', verbOfWait, (span) => (span.isDelay ? 'wants' : 'waits for'));
}

function isChange(step) {
  return step.before !== step.after || !LOOKING.has(step.operation);
}

/** "0 → 1", "wakes 0.1"; nothing where a span that begins or ends there says it */
function textOfChip(step) {
  if (step.operation === 'signal') return step.outcome.replace(/^(, | = )/, '');
  if (WAITS.has(step.operation) && step.before === null) return '';
  if (step.before === null) return step.operation + step.outcome;
  return isChange(step) ? `${step.before} → ${step.after}` : `= ${step.after}`;
}

/** "then 2 → 1", "then = 1": by the code after the step */
function textOfLaterUse(use) {
  return `then ${textOfUse(use)}`;
}

/** "2 → 1", "= 1" */
function textOfUse(use) {
  return use.is_write ? `${use.before} → ${use.after}` : `= ${use.after}`;
}

/** "after step 7, thread 0.1 changes `seats`: 2 → 1 (bank.c:24)" */
function describeUse(use) {
  return `after step ${use.step}, thread ${use.thread} ${use.is_write ? 'changes' : 'reads'} ${use.object}: ${use.is_write ? textOfUse(use) : use.after}${
    positionOf(use) ? ` (${positionOf(use)})` : ''}`;
}

/** The use that the access of a race is. */
function useOfEvent(track, event) {
  return event.isFree ? null : track.uses.find((use) => use.step === event.step && use.thread === event.thread);
}

/** Values of a variable between steps, in the row of the step before; those of a race have rows of their own. */
function makeUses(timeline, lane, seen) {
  const { track } = lane;
  const { schedule, rows, geometry } = timeline;
  const isOfEvent = (use) => track.events.some((event) => useOfEvent(track, event) === use);
  return track.uses.filter((use) => use.step && !isOfEvent(use)).map((use) => {
    const index = rows.rowOfStep[use.step];
    const row = rows.list[index];
    if (!row || row.kind !== 'step' || row.from !== use.step || index < seen.first || index > seen.last) return null;
    const style = geometry.style(geometry.rowAt(index) + 4, geometry.row - 8, lane.at + 5, lane.own);
    const classes = `chip use ${use.is_write ? 'changes' : ''} ${colourOf(schedule.threadByName.get(use.thread).index)}`;
    return el('div', { class: classes, style, title: describeUse(use) }, textOfLaterUse(use));
  });
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
    const use = useOfEvent(lane.track, event);
    const style = geometry.style(geometry.rowAt(row) + 4, geometry.row - 8, lane.at + 5, lane.size - 10);
    return el('div', { class: `chip changes raced ${classes}`, style, title: textOfEvent(schedule, event) }, `⚡ ${event.access}${use && use.is_write && event.access.includes('write') ? ` ${textOfUse(use)}` : event.value === null ? '' : ` = ${event.value}`}`);
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
    if (!text) continue;
    const size = threadsAt(track.waits, at).length ? lane.own : lane.size - MARGIN;
    const style = geometry.style(geometry.rowAt(rows.rowOfStep[at]) + 4, geometry.row - 8, lane.at + 5, size);
    chips.push(el('div', { class: `chip ${changes ? 'changes' : ''} ${colourOf(schedule.threadByName.get(step.thread).index)}`, style, title: step.words }, text));
  }
  return chips;
}

function makeLane(timeline, lane, seen) {
  const { geometry } = timeline;
  const main = geometry.rowAt(seen.first);
  const line = el('div', { class: 'lane-line', style: geometry.style(main, Math.max(0, geometry.rowAt(seen.last + 1) - main), lane.at, 1) });
  const parts = lane.thread ? makeLife(timeline, lane, seen)
    : [...makeOwners(timeline, lane, seen), ...makeWaits(timeline, lane, seen), ...makeChips(timeline, lane, seen),
      ...makeUses(timeline, lane, seen), ...makeEvents(timeline, lane, seen)];
  return [line, ...parts.filter((part) => part)];
}
