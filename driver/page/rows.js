// Which rows a schedule has: steps, places where steps are folded, and accesses of a race between
// steps.
'use strict';

/**
 * @typedef {object} Row
 * @property {'step'|'fold'|'access'} kind
 * @property {number} from the first step of it
 * @property {number} to the last one; an access comes behind it
 * @property {?object} access
 */

const LEAST_FOLD = 2;

class Rows {
  /** @param {Schedule} schedule */
  constructor(schedule) {
    this.schedule = schedule;
    this.folds = true;
    this.filter = '';
    this.opened = new Set();
    this.build();
  }

  isFoldable(step, at) {
    return (step.is_apart || step.is_library) && at !== this.schedule.critical;
  }

  /** Accesses, and a call of free, that are no steps, by the step that they come behind. */
  accessesBehind() {
    const behind = new Map();
    this.schedule.events.forEach((access, index) => {
      if (!access.is_step) behind.set(access.step, [...(behind.get(access.step) || []), { access, index }]);
    });
    return behind;
  }

  build() {
    const { steps } = this.schedule;
    const behind = this.accessesBehind();
    /** @type {Row[]} */ this.list = [];
    this.rowOfStep = new Int32Array(steps.length + 2);
    const words = this.filter.toLowerCase().trim();
    const addAccesses = (at) => {
      for (const { access, index } of behind.get(at) || [])
        if (!words || access.thread_long.includes(words)) this.list.push({ kind: 'access', from: at, to: at, access, index });
    };
    addAccesses(0);
    for (let at = 1; at <= steps.length; at++) {
      const end = this.foldFrom(at, words, behind);
      this.rowOfStep.fill(this.list.length, at, end + 1);
      if (end > at) this.list.push({ kind: 'fold', from: at, to: end });
      else if (!words || steps[at - 1].searched.includes(words)) this.list.push({ kind: 'step', from: at, to: at });
      at = end;
      addAccesses(at);
    }
    this.rowOfStep[steps.length + 1] = this.list.length;
  }

  /** The last step of the fold that begins at `at`; `at`: none does. */
  foldFrom(at, words, behind) {
    const { steps } = this.schedule;
    let end = at;
    if (!this.folds || words || this.opened.has(at) || !this.isFoldable(steps[at - 1], at)) return at;
    while (end < steps.length && this.isFoldable(steps[end], end + 1) && !behind.has(end)) end++;
    return end - at + 1 >= LEAST_FOLD ? end : at;
  }

  /** Of a span of steps, in rows: the second is exclusive. */
  rowsOf(span) {
    const end = this.schedule.length + 1;
    return [this.rowOfStep[Math.max(1, span.from)], this.rowOfStep[Math.min(span.to, end)]];
  }

  /** The row of the access with this index, or -1. */
  rowOfAccess(index) {
    return this.list.findIndex((row) => row.kind === 'access' && row.index === index);
  }

  open(row) {
    for (let at = row.from; at <= row.to; at++) this.opened.add(at);
    this.build();
  }
}

/** "14 steps of threads 0.1, 0.3, which have no part in this" */
function textOfFold(row, schedule) {
  const steps = schedule.steps.slice(row.from - 1, row.to);
  const threads = [...new Set(steps.map((step) => step.thread))];
  const why = steps.every((step) => step.is_apart) ? 'have no part in this'
    : steps.every((step) => step.is_library) ? 'a library makes for itself' : 'have no part in this, or a library makes for itself';
  return `${steps.length} steps of thread${threads.length > 1 ? 's' : ''} ${threads.join(', ')}, which ${why}`;
}
