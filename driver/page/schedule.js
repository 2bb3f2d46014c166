// A schedule with what follows from its steps: its threads and objects, which steps come before which,
// and how it ends.
'use strict';

const LOOKING = new Set(['lock', 'trylock', 'timedlock', 'lock-all', 'rdlock', 'tryrdlock', 'timedrdlock', 'wrlock',
  'trywrlock', 'timedwrlock', 'wait', 'trywait', 'timedwait', 'getvalue', 'wake', 'timedwake', 'resume', 'timedresume',
  'load', 'read', 'change', 'busy-wait', 'join', 'tryjoin', 'timedjoin', 'start', 'leave', 'begin']);
const CHANGING = new Set(['exchange', 'add', 'sub', 'and', 'nand', 'or', 'xor', 'max', 'min', 'umax', 'umin', 'modify',
  'compare-exchange', 'arrive']);

/**
 * @typedef {object} End where a thread stands when the schedule is over
 * @property {string} thread
 * @property {string} text
 * @property {?object} place
 * @property {boolean} isFailure it is what the finding says
 * @property {string[]} awaited threads that have what it waits for
 * @property {string} object what it waits for, or ""
 * @property {?string} note what else it has to do with the finding
 */

/** "job->lock" for "job->lock 0#2", "lock" for "'lock'" */
function shortened(track) {
  return unquoted(track.label.replace(/ [0-9.]+#\d+$/, ''));
}

class Schedule {
  /** @param {number[]} indices @param {?object} finding of which it is the schedule; null: it succeeds */
  constructor(indices, finding) {
    this.finding = finding;
    /** @type {Step[]} */ this.steps = indices.map((index) => data.steps[index]);
    this.length = this.steps.length;
    const explained = finding && finding.explained;
    this.failing = 0;
    this.critical = (explained && explained.critical_step) || 0;
    this.accesses = finding && finding.race ? finding.race.accesses : [];
    this.events = [...this.accesses, ...this.freeOf(finding)];
    this.findThreads();
    this.tracks = tracksOf(this.steps, new Set(this.threads.map((thread) => thread.name)));
    this.addTracksOfEvents();
    this.addTracksOfValues();
    this.ends = finding ? this.endsOf(finding) : [];
    this.noteLastWaits();
    for (const track of this.tracks.values()) track.laySpans();
    this.objects = this.orderedObjects();
    this.nameShort();
    this.edges = this.edgesOf();
    this.edgesByStart = [...this.edges].sort((a, b) => a.from - b.from);
    this.cycle = this.cycleOf();
  }

  /** In the order of their numbers, as far as they have steps; then others that are named. */
  findThreads() {
    const byName = new Map();
    const enter = (name) => {
      if (!byName.has(name)) byName.set(name, { name, first: 0, last: 0, steps: [], number: Infinity });
      return byName.get(name);
    };
    this.steps.forEach((step, index) => {
      const thread = enter(step.thread);
      thread.number = step.thread_number;
      thread.first = thread.first || index + 1;
      thread.last = index + 1;
      thread.steps.push(index + 1);
    });
    for (const end of this.finding ? this.finding.at_the_end : []) enter(end.thread);
    for (const event of this.events) enter(event.thread);
    this.threads = [...byName.values()].sort((a, b) => a.number - b.number);
    this.threads.forEach((thread, index) => (thread.index = index));
    this.threadByName = byName;
  }

  /** The call that gave the memory back, which is no step. @returns {object[]} as accesses are */
  freeOf(finding) {
    const freed = finding && finding.memory && finding.memory.freed;
    if (!freed || !freed.before_step) return [];
    return [{ ...freed.stack[0], thread: freed.thread, thread_long: freed.thread_long, access: 'free', step: freed.before_step - 1, is_step: false,
      isFree: true, value: null, locks: [] }];
  }

  /** The object of a race, and memory that was freed, have a lane, too. */
  addTracksOfEvents() {
    const race = this.finding && this.finding.race;
    const named = race && [...this.tracks.values()].find((track) => [track.label, shortened(track)].includes(race.object));
    if (race) this.addTrackOf(named || new Track('race', race.object), this.accesses);
    const free = this.events.filter((event) => event.isFree);
    if (free.length) this.addTrackOf(new Track('freed', 'the memory'), free);
  }

  /** Variables that the failing code uses: what is done to them is no step. */
  addTracksOfValues() {
    const values = (this.finding && this.finding.explained && this.finding.explained.values) || [];
    for (const use of values) {
      const track = [...this.tracks.values()].find((one) => [one.label, shortened(one)].includes(use.object)) || new Track(`value ${use.object}`, use.object);
      track.uses.push(use);
      track.values.push({ step: use.step, before: String(use.before), after: String(use.after) });
      track.hasPart = true;
      track.threads.add(use.thread);
      this.tracks.set(track.id, track);
    }
  }

  /** What the thread of step `at` does to such variables before its next step. @returns {object[]} */
  usesBehind(at) {
    const { thread } = this.steps[at - 1];
    return this.objects.flatMap((track) => track.uses.filter((use) => use.step === at && use.thread === thread));
  }

  addTrackOf(track, events) {
    track.events = events;
    track.hasPart = true;
    for (const event of events) track.threads.add(event.thread);
    this.tracks.set(track.id, track);
  }

  //===- The end ------------------------------------------------------------------------------===//

  endsOf(finding) {
    const ends = finding.at_the_end.map((end) => this.endOf(end));
    const freed = finding.memory && finding.memory.freed;
    const freeing = freed && ends.find((end) => end.thread === freed.thread);
    if (freeing) freeing.note = '✂ has freed the memory';
    if (finding.race || !this.threadByName.has(finding.thread)) return ends;
    let failing = ends.find((end) => end.thread === finding.thread);
    if (!failing) ends.push((failing = { thread: finding.thread, awaited: [], object: '' }));
    failing.text = finding.message || finding.headline;
    failing.place = finding.place;
    failing.isFailure = true;
    /** The last step before it. */ this.failing = this.threadByName.get(finding.thread).last;
    return ends;
  }

  /** From "waits to lock b: held by thread 0.1 since step 4 (bank.c:22)", "waits to join thread 0.1: running". */
  endOf(end) {
    const waits = /^(?:was woken at .*, and )?waits to (be woken at|\S+) (.*)$/.exec(end.state) || /^(waits) in a loop: \S+ ([^,:]*)/.exec(end.state);
    const [what = '', why = ''] = waits ? waits[2].split(/: (?=[a-z])/) : [];
    const held = /held by threads? ([0-9.]+(?:(?:, | and )[0-9.]+)*)/.exec(why);
    const joined = waits && waits[1].includes('join') ? /thread ([0-9.]+)/.exec(what) : null;
    const awaited = joined ? [joined[1]] : held ? held[1].split(/, | and /) : [];
    return { thread: end.thread, text: end.state, place: end.file ? end : null, isFailure: false, isWaiting: Boolean(waits) || end.state.startsWith('waits'),
      awaited, object: joined ? '' : what };
  }

  /** Who waits at the end waits since its last step, or since another has the object. */
  noteLastWaits() {
    const byLabel = new Map([...this.tracks.values()].map((track) => [track.label, track]));
    for (const end of this.ends) {
      const track = byLabel.get(end.object) || byLabel.get(end.object.split(', ')[0]);
      if (!track || !end.isWaiting || threadsAt(track.waits, this.length).includes(end.thread)) continue;
      const holder = track.open.find((span) => span.thread !== end.thread);
      const last = this.threadByName.get(end.thread).last;
      track.waits.push({ from: Math.max(last, holder ? holder.from : 0), to: Infinity, thread: end.thread });
    }
  }

  /** Waits that lead round in a circle: {thread}. */
  cycleOf() {
    const next = new Map(this.ends.map((end) => [end.thread, end.awaited]));
    const comesBack = (start) => {
      const seen = new Set();
      const todo = [...(next.get(start) || [])];
      while (todo.length) {
        const thread = todo.pop();
        if (thread === start) return true;
        if (seen.has(thread)) continue;
        seen.add(thread);
        todo.push(...(next.get(thread) || []));
      }
      return false;
    };
    return new Set([...next.keys()].filter(comesBack));
  }

  //===- Objects and order --------------------------------------------------------------------===//

  /** Those that matter most come first: of the finding or the step that decides, with waiters at the end, with a part, of more threads. */
  orderedObjects() {
    const decides = this.critical && this.steps[this.critical - 1].object;
    const weight = (track) => (track.events.length ? 1e7 : 0) + (track.uses.length ? 7e6 : 0) + (track.id === decides ? 5e6 : 0) + (track.waits.some((span) => span.to === Infinity) ? 1e6 : 0) + (track.hasPart ? 1e3 : 0) +
      track.threads.size;
    return [...this.tracks.values()].sort((a, b) => weight(b) - weight(a));
  }

  /** Objects that the finding may come from: more threads than one use them, or it speaks of them. */
  takesPart(track) {
    if (!track.hasPart) return false;
    if (track.threads.size > 1 || track.events.length || track.uses.length || track.waits.some((span) => span.to === Infinity)) return true;
    const { critical, why, message, thread } = { ...this.finding, critical: this.critical };
    const last = this.threadByName.get(thread);
    const isOf = (at) => at > 0 && track.steps.includes(at);
    return isOf(critical) || (last && isOf(last.last)) || [why, message].some((text) => text && text.includes(shortened(track)));
  }

  /** "job->lock" for "job->lock 0#2", where no other object has that name. */
  nameShort() {
    const count = new Map();
    for (const track of this.objects) count.set(shortened(track), (count.get(shortened(track)) || 0) + 1);
    for (const track of this.objects) {
      track.short = count.get(shortened(track)) === 1 ? shortened(track) : track.label;
      track.inText = unquoted(track.label) === track.label ? track.short : `'${track.short}'`;
    }
  }

  /** Happens-before between threads: from what changes an object to what looks at it. */
  edgesOf() {
    const givers = new Map();
    const edges = [];
    const take = (name, thread, at) => {
      const giver = givers.get(name);
      if (!giver || giver.thread === thread || giver.seen.has(thread)) return;
      giver.seen.add(thread);
      edges.push({ from: giver.at, to: at, object: name });
    };
    const ids = new Map([...this.tracks.values()].map((track) => [track.label, track.id]));
    const give = (name, thread, at) => givers.set(name, { thread, at, seen: new Set() });
    this.steps.forEach((step, index) => {
      const at = index + 1;
      const looks = LOOKING.has(step.operation);
      const isWaitOnCondition = step.second && step.operation === 'wait';
      if (step.object && !isWaitOnCondition) {
        if (looks || CHANGING.has(step.operation)) take(step.object, step.thread, at);
        if (!looks) give(step.object, step.thread, at);
      }
      const second = ids.get(step.second) || step.second;
      if (!second) return;
      if (looks && !isWaitOnCondition) take(second, step.thread, at);
      if (isWaitOnCondition) give(second, step.thread, at);
    });
    return edges;
  }

  /** The last step of the thread up to step `at`, or 0. */
  lastStepOf(thread, at) {
    const index = firstWhere(thread.steps, (step) => step > at);
    return index ? thread.steps[index - 1] : 0;
  }

  /** So many steps at the beginning are the same. */
  commonWith(other) {
    let common = 0;
    const same = (a, b) => a.thread === b.thread && a.text === b.text && a.position === b.position;
    while (common < this.length && common < other.length && same(this.steps[common], other.steps[common])) common++;
    return common;
  }
}
