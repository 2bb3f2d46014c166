// The lines that a finding is about, which the source shows at every step: where it fails, and where it was decided.
'use strict';

function isSameLine(one, other) {
  return one.line === other.line && fullPath(one.path) === fullPath(other.path);
}

/**
 * @typedef {object} KeyLine
 * @property {object} place
 * @property {string[]} said
 * @property {string} classes
 * @property {Set<string>} threads
 */
class KeyLines {
  constructor() {
    /** @type {KeyLine[]} */ this.list = [];
  }

  add(place, text, classes, thread) {
    if (!place || !place.line) return;
    let line = this.list.find((one) => isSameLine(one.place, place));
    if (!line) this.list.push((line = { place, said: [], classes: 'of-finding', threads: new Set() }));
    if (!line.said.includes(text)) line.said.push(text);
    if (!line.classes.includes(classes)) line.classes += ` ${classes}`;
    line.threads.add(thread);
  }
}

/** Threads that wait at the end, by the line where they do. */
function addWaits(lines, schedule) {
  const isPart = (end) => schedule.cycle.size === 0 || schedule.cycle.has(end.thread);
  const waiting = schedule.ends.filter((end) => end.isWaiting && end.object && end.place && isPart(end));
  for (const end of waiting) {
    const there = waiting.filter((one) => isSameLine(one.place, end.place)).map((one) => one.thread);
    lines.add(end.place, `‖ ${there.join(', ')} wait${there.length > 1 ? '' : 's'} here for ever`, 'fails', end.thread);
  }
}

/** In the order in which they matter: where it was decided, what belongs to it, where it fails. @returns {KeyLine[]} */
function keyLinesOf(schedule) {
  if (schedule.keyLines) return schedule.keyLines;
  const { finding, critical } = schedule;
  const lines = new KeyLines();
  const freed = finding.memory && finding.memory.freed;
  const decides = critical ? schedule.steps[critical - 1] : null;
  if (decides) lines.add(decides, `◆ decided here, by ${decides.thread} at step ${critical}`, 'decided', decides.thread);
  if (freed) lines.add(freed.stack[0], `✂ freed here by ${freed.thread}`, 'fails', freed.thread);
  for (const access of schedule.accesses) lines.add(access, `⚡ ${access.access} by ${access.thread}`, 'fails', access.thread);
  if (!schedule.accesses.length) lines.add(finding.place, `✖ ${finding.thread} fails here`, 'fails', finding.thread);
  if (finding.kind === 'deadlock' || finding.kind === 'livelock') addWaits(lines, schedule);
  return (schedule.keyLines = lines.list);
}

/** Above the source, each with its line, which a click shows there. */
function makeKeyLines(schedule, show) {
  const lines = keyLinesOf(schedule);
  const isOneFile = lines.every(({ place }) => fullPath(place.path) === fullPath(lines[0].place.path));
  return lines.map(({ place, said, classes }) => el('button', { type: 'button', class: `key-line ${classes}`, title: positionOf(place), onclick: () => show(place) },
    el('span', { class: 'said' }, said.join(', ')), ' ', el('span', { class: 'position' }, isOneFile ? `line ${place.line}` : positionOf(place)), el('code', {}, place.source || '')));
}
