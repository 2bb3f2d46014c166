// The result, as --json has it, with what its texts say taken apart.
'use strict';

const data = JSON.parse(byId('data').textContent);
const result = data.result;

const TWO_OBJECTS = new Set(['wait', 'wake', 'timedwake', 'lock-all']);
const VALUES = /: (-?\d+|0x[0-9a-f]+)(?: -> (-?\d+|0x[0-9a-f]+))?$/;

/**
 * @typedef {object} Step a step of the result, once for all that are the same, and beside what --json has:
 * @property {string} label the object as the text has it
 * @property {string} second the mutex of a wait, or ""
 * @property {?string} before value of the object before the step, or null
 * @property {?string} after
 * @property {string} outcome ", wakes 0.1", " = busy", or ""
 * @property {string} words the text for people
 * @property {string} searched what the filter looks at
 */

/** "lock" for "'lock'", where it stands alone. */
function unquoted(name) {
  return name.replace(/^'(.*)'$/, '$1');
}

/** "lock m", "store x: 0 → 1", "wait changed, m", "signal changed, wakes 0.1"; the second object may be left out. */
function wordsOf(step, label, second = '') {
  if (!step.text.startsWith(step.operation)) return step.text;
  const verb = step.operation === 'wake' ? 'woken' : step.operation;
  const objects = [label, second].filter((name) => name).join(', ');
  const values = step.before === null ? '' : step.before === step.after && !step.text.includes(' -> ') ? `: ${step.after}` : `: ${step.before} → ${step.after}`;
  return `${verb}${objects ? ` ${objects}` : ''}${values}${step.outcome}`;
}

/** Takes "store x: 0 -> 1", "wait cond, mutex", "signal cond, wakes 0.1", "trylock m = busy" apart. */
function takeApart(step) {
  let rest = step.text.startsWith(step.operation) ? step.text.slice(step.operation.length + 1) : step.object || '';
  const outcome = step.alternative ? /(, wakes [^ ,]+|, fails| = [^=]*)$/.exec(rest) : null;
  if (outcome) rest = rest.slice(0, outcome.index);
  const values = VALUES.exec(rest);
  if (values) rest = rest.slice(0, values.index);
  const comma = TWO_OBJECTS.has(step.operation) ? rest.lastIndexOf(', ') : -1;
  step.label = comma < 0 ? rest : rest.slice(0, comma);
  step.second = comma < 0 ? '' : rest.slice(comma + 2);
  step.before = values ? values[1] : null;
  step.after = values ? values[2] || values[1] : null;
  step.outcome = outcome ? outcome[0] : '';
  step.position = positionOf(step);
  step.words = wordsOf(step, step.label, step.second);
  step.searched = [`thread ${step.thread}`, step.text, step.words, step.position, step.function, step.source].join('\n').toLowerCase();
}

data.steps.forEach(takeApart);

/** A file has one path from its folder, and another from the program's debug information. */
function fullPath(path) {
  return !path || path.startsWith('/') ? path : `${result.folder}/${path}`;
}

/** {name: name with its function} */
const longNames = new Map(result.observed.thread_names.map((name) => [name.split(' ')[0], name]));
for (const finding of result.findings)
  for (const end of finding.at_the_end) longNames.set(end.thread, end.thread_long);

/** "0.1 (rent)" */
function longName(thread) {
  return longNames.get(thread) || thread;
}

/** Text of the result that is bytes of the program. */
function textOfBytes(bytes) {
  if (typeof bytes === 'string') return bytes;
  return bytes.hex.replace(/../g, (byte) => {
    const code = parseInt(byte, 16);
    return code === 10 || (code >= 32 && code < 127) ? String.fromCharCode(code) : `\\x${byte}`;
  });
}
