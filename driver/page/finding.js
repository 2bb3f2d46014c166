// What a finding is: its headline and why it comes about, above the time line; its other places, memory, the
// program's output and the commands that show it again, below.
'use strict';

const VERDICTS = { ok: '✔ ok', failed: '✖ failed', incomplete: '◐ incomplete', nondeterministic: '≠ nondeterministic' };

function program() {
  return result.program.join(' ');
}

/** Without its folder and arguments. */
function programName() {
  return lastPart(result.program[0]);
}

function titleOf(finding) {
  return finding.message ? `${finding.headline}: ${finding.message}` : finding.headline;
}

/** "The simplest schedule: 14 steps, 1 preemption; none has fewer preemptions. The search met ..." */
function gainOf(finding) {
  const { explained } = finding;
  const sizeOf = (steps, preemptions) => `${counted(steps, 'step')}, ${counted(preemptions, 'preemption')}`;
  const size = sizeOf(finding.schedule.length, explained.preemptions);
  const found = sizeOf(explained.found_steps, explained.found_preemptions);
  const least = explained.least_preemptions ? 'none has fewer preemptions'
    : `there may be a simpler one: ${counted(explained.traces, 'trace')} ${explained.traces === 1 ? 'was' : 'were'} tried`;
  return `The simplest schedule: ${size}; ${least}.${size === found ? '' : ` The search met the finding first in a schedule of ${found}; that one was made simpler.`}`;
}

/** "“lock `log`” (bank.c:22)" */
function quotedStep(step) {
  return `“${step.words}”${step.position ? ` (${step.position})` : ''}`;
}

/** The step of the schedule that succeeds which it has before what the step that decides leads to. */
function alternativeOf(schedule, succeeding) {
  const at = schedule.finding.explained.alternative_step;
  if (!succeeding || !at) return '';
  const step = succeeding.steps[at - 1];
  const common = schedule.commonWith(succeeding);
  const decides = schedule.steps[schedule.critical - 1];
  if (at === common + 1 && at === schedule.critical && step.thread === decides.thread)
    return `What happens there is not up to the program: with ${quotedStep(step)} all could have ended well.`;
  return at === common + 1 ? `At step ${at} thread ${longName(step.thread)} could have run ${quotedStep(step)} instead, and all could have ended well.`
    : `Had thread ${longName(step.thread)} run ${quotedStep(step)} first, all could have ended well.`;
}

/** "fails, with this finding, the data race at a.c:12 and a.c:20 or the crash at a.c:8" */
function failsWith(others) {
  if (!others.length) return 'fails';
  const all = ['this finding', ...others];
  return `fails, with ${all.slice(0, -1).join(', ')} or ${all[all.length - 1]}`;
}

function decisionOf(schedule, succeeding) {
  const { explained } = schedule.finding;
  if (!explained) return null;
  if (explained.critical === 'none') return el('p', { class: 'decision' }, `Every schedule of the program ${failsWith(explained.others)}: no step decides.`);
  if (!schedule.critical) return null;
  const step = schedule.steps[schedule.critical - 1];
  const latest = explained.critical === 'latest' ? ', at the latest' : '';
  return el('p', { class: 'decision' }, el('b', {}, `◆ Step ${schedule.critical} decides${latest}: `),
    `thread ${longName(step.thread)} runs ${quotedStep(step)}; from here on every schedule ${failsWith(explained.others)}. `,
    explained.reason ? el('span', { class: 'reason' }, `Why: ${explained.reason} `) : null, alternativeOf(schedule, succeeding));
}

/** A fold. */
function makeMending({ kind, remedies }) {
  if (!remedies.length) return null;
  return el('details', { class: 'mending' }, el('summary', {}, `How people mend such a finding, ${counted(remedies.length, 'way')}: ${remedies[0]}`),
    el('ul', {}, remedies.map((remedy) => el('li', {}, remedy))), el('p', {}, 'What it means, with an example: ', el('code', {}, `mcmini explain ${kind}`)));
}

function makeWhy(schedule, succeeding) {
  const { finding } = schedule;
  const parts = [...paragraphs(finding.why || ''), ...makeMemoryLines(finding), decisionOf(schedule, succeeding)];
  if (finding.explained) parts.push(el('p', { class: 'gain' }, gainOf(finding)));
  parts.push(makeMending(finding));
  return parts.filter((part) => part);
}

/** Who took the memory that is misused, and who gave it back, if the sentences do not say that. */
function makeMemoryLines(finding) {
  const { memory } = finding;
  if (!memory) return [];
  const told = (call, verb) => call && `${verb} by thread ${call.thread_long}${call.stack.length ? ` at ${positionOf(call.stack[0])}` : ''}`;
  const parts = [told(memory.allocated, 'allocated'), finding.why ? null : told(memory.freed, 'freed')].filter((part) => part);
  return parts.length ? [el('p', {}, `The memory (${counted(memory.bytes, 'byte')}) was ${parts.join(', and ')}.`)] : [];
}

//===- Below ----------------------------------------------------------------------------------===//

function makeSection(title, ...children) {
  return el('section', { class: 'block' }, el('h2', {}, title), ...children);
}

function makePlace(text, place) {
  return el('li', {}, el('span', {}, text), place && place.line ? el('code', { class: 'at' }, `${positionOf(place)}  ${place.source || ''}`) : null);
}

function makeStack(title, stack) {
  if (!stack.length) return null;
  return makeSection(title, el('ol', { class: 'places' }, stack.map((place) => makePlace(place.function || '?', place))));
}

function makePlaces(finding) {
  const items = finding.at_the_end.map((end) => makePlace(`thread ${end.thread_long} ${end.state}`, end));
  for (const access of finding.race ? finding.race.accesses : []) {
    const locks = access.locks.length ? `, holding ${access.locks.join(', ')}` : ', holding no lock';
    items.push(makePlace(`thread ${access.thread_long}, ${access.is_step ? '' : 'after '}step ${access.step}: ${access.access}${locks}`, access));
  }
  if (finding.place) items.push(makePlace(`thread ${finding.thread_long}: ${finding.message || finding.headline}`, finding.place));
  return items.length ? makeSection('Places', el('ul', { class: 'places' }, items)) : null;
}

function makeStacks(finding) {
  const { memory, race } = finding;
  const ofCall = (call, verb) => (call ? makeStack(`${verb} by thread ${call.thread_long}`, call.stack) : null);
  return [
    makeStack(`Backtrace of thread ${finding.thread_long}`, finding.backtrace),
    memory && ofCall(memory.allocated, 'Allocated'), memory && ofCall(memory.freed, 'Freed'),
    ...(race ? race.accesses.map((access) => makeStack(`Calls at the ${access.access} of thread ${access.thread_long}`, access.stack)) : []),
  ];
}

function makeOutput(finding) {
  const text = (finding.has_trunk_output ? textOfBytes(result.trunk_output) : '') + textOfBytes(finding.output);
  return text ? makeSection('What the program wrote in this trace', el('pre', { tabindex: '0' }, text)) : null;
}

/** A word as a shell reads it. */
function quoted(word) {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replace(/'/g, "'\\''")}'`;
}

function makeCommands(finding, schedule) {
  if (!finding.trace_file) return null;
  const trace = quoted(finding.trace_file);
  const words = result.program.map(quoted).join(' ');
  const primitives = result.options.primitives.map((file) => quoted(`--primitives=${file}`));
  const options = [...(finding.is_of_primitive ? ['--lint'] : []), ...primitives];
  const at = schedule.critical ? ['--at=critical'] : [];
  const call = result.check_call ? [`MC_CHECK_CALL=${result.check_call}`] : [];
  const lines = [['To see it again', [...call, 'mcmini replay', ...options, trace, '--', words].join(' ')],
    [`In GDB${schedule.critical ? ', from the step that decides' : ''}`, [...call, 'mcmini-gdb', ...at, ...primitives, trace, words].join(' ')],
    ['What it means, and how people mend it', `mcmini explain ${finding.kind}`]];
  return makeSection('Commands', el('dl', { class: 'commands' }, lines.flatMap(([what, command]) => [el('dt', {}, what), el('dd', {}, el('code', {}, command))])));
}

function makeMore(schedule) {
  const { finding } = schedule;
  const parts = [makeCommands(finding, schedule), makePlaces(finding), makeOutput(finding), ...makeStacks(finding)];
  return parts.filter((part) => part);
}

function makeFindingButtons(choose) {
  return result.findings.map((finding, index) => el('button', { type: 'button', class: 'finding', onclick: () => choose(index) }, `${index + 1}  ${titleOf(finding)}`));
}
