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
 * @property {string} searched what the filter looks at
 */

/** Takes "store x: 0 -> 1", "wait cond, mutex", "signal cond, wakes 0.1", "trylock m = busy" apart. */
function takeApart(step) {
  let rest = step.text.startsWith(step.operation) ? step.text.slice(step.operation.length + 1) : step.object || '';
  if (step.alternative) rest = rest.replace(/(, wakes [^ ,]+|, fails| = [^=]*)$/, '');
  const values = VALUES.exec(rest);
  if (values) rest = rest.slice(0, values.index);
  const comma = TWO_OBJECTS.has(step.operation) ? rest.lastIndexOf(', ') : -1;
  step.label = comma < 0 ? rest : rest.slice(0, comma);
  step.second = comma < 0 ? '' : rest.slice(comma + 2);
  step.before = values ? values[1] : null;
  step.after = values ? values[2] || values[1] : null;
  step.position = positionOf(step);
  step.searched = [`thread ${step.thread}`, step.text, step.position, step.function, step.source].join('\n').toLowerCase();
}

data.steps.forEach(takeApart);

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
