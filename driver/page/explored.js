// What the traces did, with --explored: each object with its operations by line, which of two threads' operations came
// in both orders, and the source with the lines that ran and those that never did. So "nothing found" can be looked at, too.
'use strict';

const MOST_PAIRS = 200; // of an object

function textOfOperation(operation) {
  return `${operation.operation}${positionOf(operation) ? ` (${positionOf(operation)})` : ''} by ${operation.thread}`;
}

/** Operations that differ in the thread alone are one: [{...operation, threads}] */
function byLine(operations) {
  const lines = new Map();
  for (const operation of operations) {
    const key = `${operation.path}:${operation.line}:${operation.operation}`;
    if (!lines.has(key)) lines.set(key, { ...operation, threads: [] });
    lines.get(key).threads.push(operation.thread);
  }
  return [...lines.values()];
}

function makeOperationsOf(operations) {
  return makeTable(['operation', 'line', 'source', 'threads'], byLine(operations).map((one) => [one.operation, positionOf(one), el('code', {}, one.source || ''),
    `${one.threads.length}: ${one.threads.join(', ')}`]));
}

/** Why one of them always came first, as far as that is known. */
function reasonOf(pair) {
  if (pair.ordered_by) return `${pair.ordered_by[0].toUpperCase()}${pair.ordered_by.slice(1)}.`;
  const some = 'a value that one waits for, a signal, the queue of a lock, or a thread between them';
  return result.verdict === 'ok' ? `Something orders them in every schedule: ${some}.` : `Something orders them (${some}), or the search has not come to the other order.`;
}

function makePairsOf(pairs, operations) {
  if (!pairs.length) return el('p', {}, 'No two threads have operations on it of which the order matters.');
  const rows = pairs.slice(0, MOST_PAIRS).map((pair) => {
    const [first, second] = [operations[pair.first], operations[pair.second]];
    return [textOfOperation(first), textOfOperation(second), el('span', { class: pair.both_orders ? 'both' : 'one-order' }, pair.both_orders ? '⇄ both orders'
      : '→ only the first before the second'), pair.both_orders ? '' : reasonOf(pair)];
  });
  const both = pairs.filter((pair) => pair.both_orders).length;
  return [el('p', {}, `${counted(both, 'pair')} came in both orders, ${pairs.length - both} in one.`), makeTable(['operation', 'and', 'orders that ran', 'why'], rows),
    pairs.length > MOST_PAIRS ? el('p', { class: 'note' }, `${pairs.length - MOST_PAIRS} more pairs are in the JSON.`) : null];
}

function makeObjectSection(name, operations, explored) {
  const isOf = (pair) => explored.operations[pair.first].object === name;
  return el('section', { class: 'block wide explored' }, el('h2', {}, `${unquoted(name)}: ${operations[0].primitive}`), makeOperationsOf(operations),
    makePairsOf(explored.pairs.filter(isOf), explored.operations));
}

/** What is not known of the lines that have no mark. */
function textOfUnmarked() {
  const { explored, observed } = result;
  if (explored.never_ran_unknown) return `A line without a mark has no operation, or was never reached; which of the two is not known: ${explored.never_ran_unknown}.`;
  const others = [...observed.instrumented_by_tsan, ...observed.not_instrumented];
  return `A line without a mark has no operation, or its operations ran only before there were threads.${
    others.length ? ` Of code that the plugin did not compile (${others.join(', ')}), it may be that one was never reached.` : ''}`;
}

/** @returns {{mark: string, classes: string, said: string[]}} of a line of the file */
function markOfLine(ran, never) {
  const said = [...ran.map((one) => `${one.operation} ${one.object} by ${one.threads.join(', ')}`), ...never.map((one) => `${one.expression || 'an operation'}: never ran`)];
  if (ran.length) return { mark: '✓ ', classes: 'line ran', said };
  return never.length ? { mark: '✗ ', classes: 'line never', said } : { mark: '', classes: 'line', said };
}

/** The pieces of a file, each line with the operations that ran there, and those that never did. */
function makeFile(path, operations, never) {
  const ran = byLine(operations);
  const isAt = (number) => (one) => one.line === number;
  const makeLine = (text, number) => {
    const { mark, classes, said } = markOfLine(ran.filter(isAt(number)), never.filter(isAt(number)));
    return el('div', { class: classes }, el('span', { class: 'line-number' }, mark + number),
      el('div', { class: 'line-text' }, el('code', {}, text || ' '), el('span', { class: 'stands' }, said.map((what) => el('span', { class: 'stand' }, what)))));
  };
  const known = new Map([...operations, ...never].map((one) => [one.line, one.source || '']));
  const pieces = data.sources[path] || [...known].sort(([a], [b]) => a - b).map(([line, source]) => ({ first: line, lines: [source] }));
  const lines = pieces.flatMap((piece) => piece.lines.map((text, index) => makeLine(text, piece.first + index)));
  return el('section', { class: 'block wide', 'aria-label': `Lines of ${lastPart(path)}` }, el('h2', { title: path }, `${lastPart(path)}: ✓ an operation of the line ran, ✗ it has some, and none ran`),
    el('p', { class: 'note' }, textOfUnmarked()), el('div', { class: 'code whole-file', tabindex: '0' }, lines));
}

/** The operations that never ran, before all else. */
function makeNeverRan({ never_ran: never, never_ran_unknown: unknown }) {
  if (unknown) return el('section', { class: 'block wide' }, el('h2', {}, 'Which operations never ran is not known'), el('p', {}, `${unknown[0].toUpperCase()}${unknown.slice(1)}`));
  if (!never.length) return el('section', { class: 'block wide' }, el('h2', {}, '✓ Each operation of the instrumented code ran in some trace, or before'));
  const rows = never.map((one) => [`✗ ${positionOf(one)}`, one.function || '', el('code', {}, one.source || ''), one.expression || '']);
  return el('section', { class: 'block wide never-ran' }, el('h2', {}, `✗ ${counted(never.length, 'operation')} never ran, in no trace and not before`),
    makeTable(['line', 'function', 'source', 'object'], rows));
}

/** @returns {HTMLElement[]} of a result that has them */
function makeExplored() {
  const { explored } = result;
  if (!explored) return [];
  const objects = new Map();
  const files = new Map();
  const add = (map, key, one) => map.set(key, [...(map.get(key) || []), one]);
  for (const one of explored.operations) {
    add(objects, one.object, one);
    if (one.path && one.line) add(files, one.path, one);
  }
  const never = new Map();
  for (const one of explored.never_ran) if (one.path) add(never, one.path, one);
  const isThread = ([, operations]) => operations[0].primitive === 'thread';
  const sections = (list) => list.map(([name, operations]) => makeObjectSection(name, operations, explored));
  const all = [...objects];
  const threads = all.filter(isThread);
  return [
    makeNeverRan(explored),
    explored.is_full ? el('section', { class: 'block wide' }, el('p', {}, 'The program has more operations, or pairs of them, than are noted: the rest is missing here.')) : null,
    ...sections(all.filter((one) => !isThread(one))),
    ...[...new Set([...files.keys(), ...never.keys()])].map((path) => makeFile(path, files.get(path) || [], never.get(path) || [])),
    threads.length ? el('details', { class: 'block wide' }, el('summary', {}, `${counted(threads.length, 'thread')}, as objects`), sections(threads)) : null,
  ].filter((part) => part);
}
