// What was explored, and what not: of every result, with a finding or without.
'use strict';

function makeTable(heads, rows) {
  const head = el('tr', {}, heads.map((text) => el('th', { scope: 'col' }, text)));
  const body = rows.map((row) => el('tr', {}, row.map((cell) => el('td', typeof cell === 'number' ? { class: 'count' } : {},
    typeof cell === 'number' ? cell.toLocaleString('en') : cell))));
  return el('table', {}, el('thead', {}, head), el('tbody', {}, body));
}

function makeList(items) {
  return el('ul', {}, items.map((item) => el('li', {}, item)));
}

function makeReasons() {
  if (!result.reasons.length) return null;
  return makeSection('Why it is less than every schedule', makeList(result.reasons.map((reason) =>
    `${reason.missing}${reason.is_asked_for ? ' (asked for)' : ''}.${reason.remedy ? ` ${reason.remedy}.` : ''}`)));
}

function makeTraces() {
  const { traces, estimate } = result;
  const names = { completed: 'completed', deadlocked: 'deadlocked', failed: 'failed', bounded: 'cut by a bound', dropped: 'dropped', sleep_set_blocked: 'sleep-set blocked' };
  const rows = Object.keys(names).filter((key) => traces[key]).map((key) => [names[key], traces[key]]);
  rows.push(['transitions', result.transitions], ['transitions that were repeated', result.replayed], ['most transitions in a trace', result.max_depth]);
  if (result.sampled) rows.push(['random schedules before', result.sampled]);
  if (estimate && !estimate.at_least && result.verdict === 'incomplete') rows.push(['traces there may be in all', `${estimate.low} to ${estimate.high}`]);
  return makeSection(`Traces and transitions, by --algorithm=${result.algorithm}`, makeTable(['kind', 'count'], rows));
}

function makeOperations() {
  const { operations, objects } = result.observed;
  const count = new Map(objects.map((one) => [one.primitive, one.objects]));
  const most = Math.max(...operations.map((one) => one.transitions), 1);
  const bar = (value) => el('span', { class: 'bar', style: `width:${Math.max(2, Math.round((90 * value) / most))}px`, 'aria-hidden': 'true' });
  const rows = operations.map((one) => [one.primitive, count.has(one.primitive) ? count.get(one.primitive) : '–', one.operation, one.transitions, bar(one.transitions)]);
  return makeSection('Objects and operations', makeTable(['primitive', 'objects', 'operation', 'transitions', ''], rows));
}

function makeCode() {
  const { observed } = result;
  const parts = [];
  const add = (title, items) => items.length && parts.push(el('h3', {}, title), makeList(items));
  add('Instrumented', observed.instrumented);
  add('Instrumented by -fsanitize=thread', observed.instrumented_by_tsan);
  add('Not instrumented', observed.not_instrumented);
  return parts.length ? makeSection('Code', ...parts) : null;
}

function makeNotices() {
  const { observed } = result;
  const at = (one) => (positionOf(one) ? ` at ${positionOf(one)}` : '');
  const items = [
    ...observed.warnings.map((warning) => `${warning.text}${at(warning)}`),
    ...observed.busy_waits.map((wait) => `a busy wait${at(wait)}: ${counted(wait.waits, 'wait')}`),
    ...observed.lost.map((loss) => `${loss.pair}${at(loss)}: ${counted(loss.meetings, 'meeting')}`),
    ...result.rules.map((rule) => `--${rule.list}=${rule.rule}: ${counted(rule.matched, 'match')}`.replace('matchs', 'matches')),
  ];
  return items.length ? makeSection('Notes', makeList(items)) : null;
}

function makeCoverage() {
  const sentences = makeSection('What was explored', ...paragraphs(result.coverage), ...paragraphs(result.advice || ''),
    result.explored ? null : el('p', { class: 'note' }, 'Which lines ran, and which pairs of operations came in both orders, was not noted: --explored does that, and --html.'));
  const threads = makeSection(`Threads: at most ${result.observed.threads} in a trace`, makeList(result.observed.thread_names.map((name) => `thread ${name}`)));
  const version = makeSection('Made by', el('p', {}, `McMini ${result.version}, of ${program()}, in ${result.folder}`));
  return [sentences, ...makeExplored(), makeReasons(), makeOperations(), makeTraces(), threads, makeCode(), makeNotices(), version].filter((part) => part);
}
