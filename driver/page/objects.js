// What becomes of each object: who has it, who waits for it, its values. Derived from the operations.
'use strict';

const TAKING = new Set(['lock', 'trylock', 'timedlock', 'lock-all', 'wrlock', 'trywrlock', 'timedwrlock']);
const SHARING = new Set(['rdlock', 'tryrdlock', 'timedrdlock']);
const RELEASING = new Set(['unlock', 'rdunlock', 'wrunlock']);
const WOKEN = new Set(['wake', 'timedwake', 'resume', 'timedresume', 'leave']);
const WAITS = new Set([...WOKEN, 'arrive', 'wait', 'timedwait']); // who does that begins to wait, or ends it
const FAILED = new Set(['busy', 'timeout']);

/**
 * @typedef {object} Span from behind step `from` to behind step `to` (exclusive), by a thread
 * @property {number} from
 * @property {number} to
 * @property {string} thread
 * @property {number} column of those that hold at the same time
 * @property {number} columns
 */

/** Threads of the spans that hold behind step `at`. @returns {string[]} */
function threadsAt(spans, at) {
  return [...new Set(spans.filter((span) => span.from <= at && at < span.to).map((span) => span.thread))];
}

/** Spans that hold at once lie beside each other: sets the column of each, and how many columns those around it need.
 *  @returns {number} the most columns */
function layBeside(spans) {
  let most = 0;
  let group = [];
  let ends = []; // of each column
  const close = () => {
    for (const span of group) span.columns = ends.length;
    most = Math.max(most, ends.length);
    [group, ends] = [[], []];
  };
  for (const span of [...spans].sort((a, b) => a.from - b.from)) {
    const isFree = (end) => end <= span.from;
    if (ends.every(isFree)) close();
    const free = ends.findIndex(isFree);
    span.column = free < 0 ? ends.length : free;
    ends[span.column] = span.to;
    group.push(span);
  }
  close();
  return most;
}

/** One object in one schedule. */
class Track {
  constructor(id, label) {
    this.id = id;
    this.label = label;
    this.short = label; // where it stands alone; in a text:
    this.inText = label;
    /** @type {Span[]} */ this.owners = [];
    /** Of these those that go on. @type {Span[]} */ this.open = [];
    /** @type {Span[]} */ this.waits = [];
    /** Steps that use it. @type {number[]} */ this.steps = [];
    /** @type {{step: number, before: string, after: string}[]} */ this.values = [];
    this.operations = new Set();
    this.threads = new Set();
    this.hasPart = false;
    /** Accesses of a race to it, or the call that frees it. */ this.events = [];
    /** What threads do to it between steps, where it is no object of the search. */ this.uses = [];
  }

  take(thread, from, isShared) {
    if (this.open.length && !(isShared && this.open[0].isShared)) return;
    const span = { from, to: Infinity, thread, isShared };
    this.owners.push(span);
    this.open.push(span);
  }

  release(thread, at) {
    const index = Math.max(0, this.open.findIndex((span) => span.thread === thread));
    for (const span of this.open.splice(index, 1)) span.to = at;
  }

  stopWaiting(thread, at) {
    for (let i = this.waits.length - 1; i >= 0; i--) {
      if (this.waits[i].to !== Infinity || this.waits[i].thread !== thread) continue;
      this.waits[i].to = at;
      return;
    }
  }

  /** Thread could have had it since step `since`, but for others that had it. */
  noteDelay(thread, since, at) {
    const spans = [];
    for (let i = this.owners.length - 1; i >= 0 && this.owners[i].to > since; i--) {
      const owner = this.owners[i];
      if (owner.thread === thread) continue;
      const from = Math.max(since, owner.from);
      const to = Math.min(owner.to, at);
      if (from < to) spans.push({ from, to, thread, isDelay: true });
    }
    this.waits.push(...spans.reverse());
  }

  /** All spans are known. */
  laySpans() {
    this.ownerColumns = layBeside(this.owners);
    this.waitColumns = layBeside(this.waits);
  }

  /** What a step that has this object does to it. */
  apply(step, at, since) {
    const { operation, thread } = step;
    const failed = FAILED.has(step.alternative);
    if (TAKING.has(operation) || SHARING.has(operation)) {
      if (!operation.startsWith('try')) this.noteDelay(thread, since, at);
      if (!failed) this.take(thread, at, SHARING.has(operation));
    } else if (RELEASING.has(operation)) {
      this.release(thread, at);
    } else if (WOKEN.has(operation)) {
      this.stopWaiting(thread, at);
    } else if (operation === 'signal') {
      this.stopWaiting(step.alternative, at);
    } else if (operation === 'broadcast') {
      for (const woken of threadsAt(this.waits, at)) this.stopWaiting(woken, at);
    } else if (operation === 'arrive' || (operation === 'wait' && step.before === null)) {
      this.waits.push({ from: at, to: Infinity, thread });
    }
    if (step.before !== null) this.values.push({ step: at, before: step.before, after: step.after });
  }

  /** What step `at` does to the mutex that a wait gives up and takes back. */
  applySecond(step, at) {
    if (WOKEN.has(step.operation) || step.operation === 'lock-all') this.take(step.thread, at, false);
    else this.release(step.thread, at);
  }

  /** "held by 0.1; 0.2 waits", "held by 0.1; 0.2 wants it", "1", "free" behind step `at` */
  stateAt(at) {
    const said = [];
    const owners = threadsAt(this.owners, at);
    const waiters = threadsAt(this.waits, at);
    if (this.values.length) {
      const next = firstWhere(this.values, (value) => value.step > at);
      said.push(next ? this.values[next - 1].after : this.values[0].before);
    }
    if (this.owners.length) said.push(owners.length ? `held by ${owners.join(', ')}` : 'free');
    for (const [verb, isDelay] of [['wait', false], ['want', true]]) {
      const those = waiters.filter((thread) => this.waits.some((span) => span.thread === thread && span.from <= at && span.to > at && Boolean(span.isDelay) === isDelay));
      if (those.length) said.push(`${those.join(', ')} ${verb}${those.length === 1 ? 's' : ''}${isDelay ? ' it' : ''}`);
    }
    return said.join('; ') || (this.waits.length ? 'nobody waits' : '–');
  }

  /** Primitives that have all its operations, of those that the search has seen. */
  kind() {
    if (!this.operations.size) return this.id === 'freed' ? 'is freed' : this.uses.length ? 'plain variable' : 'memory';
    const own = [...this.operations].filter((operation) => !['change', 'busy-wait'].includes(operation)); // of what waits for it
    const fits = (primitive) => (own.length ? own : [...this.operations]).every((operation) =>
      result.observed.operations.some((one) => one.primitive === primitive && one.operation === operation));
    const primitives = [...new Set(result.observed.operations.map((one) => one.primitive))].filter(fits);
    return primitives.filter((primitive) => primitive !== 'await' || primitives.length === 1).join(' or ');
  }
}

/** The objects of a schedule, by name. Threads are no objects here. @returns {Map<string, Track>} */
function tracksOf(steps, threads) {
  const tracks = new Map();
  const byLabel = new Map();
  const lastOf = new Map();
  steps.forEach((step, index) => {
    const at = index + 1;
    const since = lastOf.get(step.thread) || 0;
    lastOf.set(step.thread, at);
    if (!step.object || threads.has(step.object)) return;
    let track = tracks.get(step.object);
    if (!track) tracks.set(step.object, (track = new Track(step.object, step.label || step.object)));
    byLabel.set(step.label, track);
    const second = byLabel.get(step.second);
    for (const one of second ? [track, second] : [track]) {
      if (one.steps[one.steps.length - 1] !== at) one.steps.push(at);
      one.threads.add(step.thread);
      one.hasPart = one.hasPart || !(step.is_apart || step.is_library);
    }
    track.operations.add(step.operation);
    track.apply(step, at, since);
    if (second) second.applySecond(step, at);
  });
  return tracks;
}
