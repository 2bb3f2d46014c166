// The page: what is current, and what changes with it.
'use strict';

const ASIDE = { usual: '30%', beside: '26%', least: 306 }; // what is right of the time line

class Page {
  constructor() {
    this.source = new SourceView(byId('source'));
    this.number = 0;
    this.isDown = true;
    fillHelp(byId('help'));
    byId('verdict').textContent = VERDICTS[result.verdict] || result.verdict;
    byId('verdict').classList.add(result.verdict);
    byId('coverage').append(...makeCoverage());
    this.listen();
    if (result.findings.length) this.showFindings();
    else this.showNothingFound();
  }

  listen() {
    const onClick = { theme: 'toggleTheme', 'help-open': 'showHelp', first: 'goFirst', previous: 'goPrevious', next: 'goNext', last: 'goLast',
      'to-critical': 'goCritical', direction: 'toggleDirection', beside: 'toggleBeside' };
    for (const [id, run] of Object.entries(onClick)) byId(id).addEventListener('click', () => this[run]());
    byId('slider').addEventListener('input', (event) => this.go(Number(event.target.value)));
    byId('fold').addEventListener('change', () => this.refold());
    byId('search').addEventListener('input', () => this.filter());
    window.addEventListener('resize', () => this.layOut());
    window.addEventListener('beforeprint', () => this.setWhole(true));
    window.addEventListener('afterprint', () => this.setWhole(false));
    listenToKeys(this);
  }

  //===- Findings -----------------------------------------------------------------------------===//

  showNothingFound() {
    byId('headline').textContent = `${program()}: ${result.headline}`;
    document.title = `${result.verdict}: ${programName()} – ${result.headline}`;
    for (const id of ['controls', 'main', 'why', 'legend']) byId(id).hidden = true;
    document.body.classList.add('nothing-found');
  }

  showFindings() {
    const buttons = makeFindingButtons((index) => this.choose(index));
    byId('findings').append(...buttons);
    byId('findings').hidden = buttons.length < 2;
    this.choose(0);
  }

  choose(number) {
    const finding = result.findings[number];
    this.number = number;
    this.schedule = new Schedule(finding.schedule, finding);
    const succeeds = finding.explained ? finding.explained.succeeds : [];
    this.succeeding = succeeds.length ? new Schedule(succeeds, null) : null;
    [...byId('findings').children].forEach((button, index) => button.setAttribute('aria-pressed', String(index === number)));
    byId('headline').textContent = `${program()}: ${titleOf(finding)}`;
    document.title = `${finding.headline}: ${programName()} – ${finding.message}`;
    byId('why').replaceChildren(...makeWhy(this.schedule, this.succeeding));
    this.source.setKeyLines(makeKeyLines(this.schedule, (place) => this.showLine(place)));
    byId('more').replaceChildren(...makeMore(this.schedule));
    byId('to-critical').hidden = !this.schedule.critical;
    byId('beside').hidden = !this.succeeding;
    byId('search').value = '';
    byId('hits').textContent = '';
    document.body.classList.toggle('no-steps', !this.schedule.length);
    this.timeline = new Timeline(byId('timeline'), this.schedule, (row) => this.go(row));
    this.timeline.isDown = this.isDown;
    this.beside = null;
    this.setBeside(false);
    this.refold();
    this.goToTheHeart();
  }

  previousFinding() {
    if (this.number > 0) this.choose(this.number - 1);
  }

  nextFinding() {
    if (this.number + 1 < result.findings.length) this.choose(this.number + 1);
  }

  //===- Steps --------------------------------------------------------------------------------===//

  each(run) {
    for (const timeline of [this.timeline, this.beside]) if (timeline) run(timeline);
  }

  go(row) {
    this.timeline.moveTo(row);
    this.update();
  }

  goToStep(at) {
    if (at) this.go(this.timeline.rows.rowOfStep[at]);
  }

  /** What the lanes lack of room they take from the source, as far as that can still be read. */
  layOut() {
    const main = byId('main');
    const setAside = (size) => main.style.setProperty('--aside', size);
    const layOutAll = () => this.each((timeline) => timeline.layOut());
    setAside(this.beside ? ASIDE.beside : ASIDE.usual);
    layOutAll();
    const lack = this.timeline.geometry.wanted - this.timeline.container.clientWidth;
    if (lack <= 0 || this.beside || !this.isDown) return;
    const { offsetWidth } = main.querySelector('aside');
    setAside(`${Math.min(offsetWidth, Math.max(ASIDE.least, offsetWidth - lack))}px`);
    layOutAll();
  }

  /** The step that decides, or where the finding is. */
  goToTheHeart() {
    if (this.schedule.critical) this.goCritical();
    else this.goLast();
  }

  goNext() { this.go(this.timeline.current + 1); }
  goPrevious() { this.go(this.timeline.current - 1); }
  goTenOn() { this.go(this.timeline.current + 10); }
  goTenBack() { this.go(this.timeline.current - 10); }
  goFirst() { this.go(0); }
  goLast() { this.go(this.timeline.rows.list.length - 1); }
  goCritical() { this.goToStep(this.schedule.critical); }
  openFold() { this.timeline.openFold(this.timeline.current); }

  currentThread() {
    const step = this.schedule.steps[this.timeline.step() - 1];
    return step && this.schedule.threadByName.get(step.thread);
  }

  goSameThread() {
    const thread = this.currentThread();
    if (thread) this.goToStep(thread.steps[firstWhere(thread.steps, (at) => at > this.timeline.step())]);
  }

  goSameThreadBack() {
    const thread = this.currentThread();
    if (thread) this.goToStep(thread.steps[firstWhere(thread.steps, (at) => at >= this.timeline.step()) - 1]);
  }

  goSwitch() {
    const isNext = (step, index) => index >= this.timeline.step() && step.is_preempting;
    this.goToStep(this.schedule.steps.findIndex(isNext) + 1);
  }

  /** All follows the current row of the time line. What asks the browser where things lie comes first, as it has to
   *  lay out anew then what was changed before. */
  update() {
    const { timeline, schedule } = this;
    const row = timeline.rows.list[timeline.current];
    const at = timeline.step();
    const slider = byId('slider');
    this.source.show(placeOf(schedule, row), row ? marksAt(schedule, row) : []);
    if (this.beside) this.beside.moveToStep(at);
    this.each((one) => one.render());
    slider.max = String(Math.max(0, timeline.rows.list.length - 1));
    slider.value = String(timeline.current);
    slider.setAttribute('aria-valuetext', row ? timeline.describe(row) : 'no step');
    this.nameWithoutLane();
    byId('where').textContent = `step ${at} of ${schedule.length}`;
    byId('state').replaceChildren(...makeState(schedule, row));
    byId('said').textContent = row ? timeline.describe(row) : '';
  }

  /** Objects that are folded. */
  nameWithoutLane() {
    const left = this.schedule.objects.filter((track) => !this.timeline.objects.includes(track)).map((track) => track.short);
    byId('without-lane').textContent = left.length ? `Without a lane, as they have no part or one thread alone uses them here: ${left.join(', ')}.` : '';
  }

  /** A line of the finding's, whatever the current step is. */
  showLine(place) {
    const row = this.timeline.rows.list[this.timeline.current];
    this.source.show(place, row ? marksAt(this.schedule, row) : []);
  }

  //===- What is shown ------------------------------------------------------------------------===//

  refold() {
    this.each((timeline) => {
      timeline.rows.folds = byId('fold').checked;
      timeline.rows.opened.clear();
      timeline.rebuild();
    });
    this.layOut();
    this.go(this.timeline.current);
  }

  toggleFold() {
    byId('fold').checked = !byId('fold').checked;
    this.refold();
  }

  startSearch() { byId('search').focus(); }

  filter() {
    const text = byId('search').value;
    this.timeline.rows.filter = text;
    this.timeline.rebuild();
    byId('hits').textContent = text.trim() ? counted(this.timeline.rows.list.length, 'row') : '';
    this.update();
  }

  endSearch(isCleared) {
    if (isCleared) {
      byId('search').value = '';
      this.filter();
    }
    byId('timeline').focus();
  }

  toggleDirection() {
    this.isDown = !this.isDown;
    byId('direction').textContent = this.isDown ? 'Time to the right' : 'Time downwards';
    byId('panes').classList.toggle('across', !this.isDown);
    this.each((timeline) => timeline.turn(this.isDown));
  }

  toggleBeside() { this.setBeside(!this.beside); }

  setBeside(isOn) {
    const isShown = isOn && Boolean(this.succeeding);
    byId('beside').setAttribute('aria-pressed', String(isShown));
    byId('beside-pane').hidden = !isShown;
    byId('timeline-title').hidden = !isShown;
    byId('main').classList.toggle('beside', isShown);
    this.beside = null;
    if (isShown) this.makeBeside();
    this.layOut();
    this.timeline.moveTo(this.timeline.current);
    this.timeline.render();
  }

  makeBeside() {
    const common = this.schedule.commonWith(this.succeeding);
    byId('timeline-title').textContent = `✖ It fails: ${counted(this.schedule.length, 'step')}`;
    byId('beside-title').textContent = `✔ It succeeds: the same up to step ${common}`;
    this.beside = new Timeline(byId('beside-timeline'), this.succeeding, (row) => {
      this.beside.moveTo(row);
      this.beside.render();
      if (this.beside.step() <= this.schedule.length) this.goToStep(this.beside.step());
    });
    this.beside.isDown = this.isDown;
    this.beside.rows.folds = byId('fold').checked;
    this.beside.rebuild();
    this.beside.moveToStep(this.timeline.step());
    this.beside.render();
  }

  toggleTheme() {
    const root = document.documentElement;
    const isDark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    root.dataset.theme = isDark ? 'light' : 'dark';
  }

  showHelp() { byId('help').showModal(); }

  setWhole(isWhole) {
    this.source.setWhole(isWhole);
    this.each((timeline) => {
      timeline.turn(isWhole || this.isDown);
      timeline.setWhole(isWhole);
    });
  }
}

const page = new Page();
