// What the current step does: values and owners before and after it, what it comes after, where each thread
// stands.
'use strict';

const MOST_OBJECTS = 40;

function makeStateHead(schedule, row) {
  if (!row) return [el('h2', {}, 'No step fits the filter')];
  if (row.kind === 'access') {
    const { access } = row;
    if (access.isFree) return [el('h2', {}, `After step ${row.to}, thread ${longName(access.thread)} frees the memory`), el('p', {}, 'It is no step: nothing orders it.')];
    const locks = access.locks.length ? `holding ${access.locks.join(', ')}` : 'holding no lock';
    return [el('h2', {}, `After step ${row.to}, thread ${longName(access.thread)}: ${access.access} of ${schedule.finding.race.object}`),
      el('p', {}, `One of the two accesses of the race, ${locks}.`)];
  }
  if (row.kind === 'fold') return [el('h2', {}, `Steps ${row.from} to ${row.to}`), el('p', {}, `${textOfFold(row, schedule)}. Enter opens them.`)];
  const step = schedule.steps[row.to - 1];
  const notes = [];
  if (row.to === schedule.critical) notes.push(el('p', {}, el('b', { class: 'decides' }, '◆ This step decides. '), schedule.finding.explained.reason || 'Whatever comes after it fails.'));
  if (step.is_preempting) notes.push(el('p', {}, '⇄ A switch: the thread before it could have gone on.'));
  for (const use of schedule.usesBehind(row.to)) {
    const text = describeUse(use);
    notes.push(el('p', { class: 'use' }, `${text[0].toUpperCase()}${text.slice(1)}.`));
  }
  const does = step.does ? el('p', { class: 'does' }, `It ${step.does.replaceAll(' -> ', ' → ')}.`) : null;
  return [el('h2', {}, `Step ${row.to}, thread ${longName(step.thread)}: ${step.words}`), does, ...notes];
}

function makeOrderNotes(schedule, at) {
  const name = (other) => `step ${other} (thread ${schedule.steps[other - 1].thread}: ${schedule.steps[other - 1].words})`;
  const after = schedule.edges.filter((edge) => edge.to === at).map((edge) => el('p', {}, `It happens after ${name(edge.from)}.`));
  const before = schedule.edges.filter((edge) => edge.from === at).map((edge) => el('p', {}, `It happens before ${name(edge.to)}.`));
  return [...after, ...before];
}

function makeObjects(schedule, from, to) {
  const rows = schedule.objects.filter((track) => track.steps.length || track.uses.length).slice(0, MOST_OBJECTS).map((track) => {
    const [before, after] = [track.stateAt(from - 1), track.stateAt(to)];
    return el('tr', { class: before === after ? '' : 'changed' }, el('th', { scope: 'row', title: `${track.label}: ${track.kind()}` }, track.short), el('td', {}, before),
      el('td', {}, before === after ? 'the same' : after));
  });
  if (!rows.length) return null;
  const head = el('tr', {}, ...['object', 'before', 'after'].map((word) => el('th', { scope: 'col' }, word)));
  return el('table', { class: 'objects' }, el('thead', {}, head), el('tbody', {}, rows));
}

function makeState(schedule, row) {
  const parts = makeStateHead(schedule, row);
  if (row && row.kind === 'step') parts.push(...makeOrderNotes(schedule, row.to));
  if (row) parts.push(makeObjects(schedule, row.kind === 'access' ? row.to + 1 : row.from, row.to));
  return parts.filter((part) => part);
}

/** Where each thread stands when the row is done. */
function marksAt(schedule, row) {
  const at = row.to;
  const isOver = at === schedule.length;
  const current = row.kind === 'access' ? row.access.thread : schedule.steps[at - 1].thread;
  const marks = keyLinesOf(schedule).map((line) => ({ ...line, text: line.said.join(', ') }));
  for (const thread of schedule.threads) {
    const end = isOver ? schedule.ends.find((one) => one.thread === thread.name && one.place) : null;
    if (end && marks.some((mark) => isSameLine(mark.place, end.place) && mark.threads.has(thread.name))) continue; // that is said
    const last = schedule.lastStepOf(thread, at);
    const place = end ? end.place : last ? schedule.steps[last - 1] : null;
    if (!place || !place.line) continue;
    const text = thread.name === current && !end ? `◀ ${thread.name} is here` : end && end.isFailure ? `✖ ${thread.name} fails here`
      : end ? `‖ ${thread.name} stands here` : `${thread.name} was here`;
    marks.push({ place, text, classes: `stands-here ${colourOf(thread.index)}` });
  }
  return marks;
}

/** The place that belongs to the row, and to nothing else. */
function placeOf(schedule, row) {
  if (!row) return null;
  return row.kind === 'access' ? row.access : schedule.steps[row.to - 1];
}
