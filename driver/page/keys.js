// The keyboard: each key, what it does, and the help that lists them.
'use strict';

/** @type {{keys: string[], shown: string, text: string, run: string}[]} `run` is a method of the page */
const KEYS = [
  { keys: ['ArrowDown', 'ArrowRight', 'j'], shown: '↓ → j', text: 'the next step', run: 'goNext' },
  { keys: ['ArrowUp', 'ArrowLeft', 'k'], shown: '↑ ← k', text: 'the step before', run: 'goPrevious' },
  { keys: ['PageDown'], shown: 'Page Down', text: 'ten steps on', run: 'goTenOn' },
  { keys: ['PageUp'], shown: 'Page Up', text: 'ten steps back', run: 'goTenBack' },
  { keys: ['Home'], shown: 'Home', text: 'the first step', run: 'goFirst' },
  { keys: ['End'], shown: 'End', text: 'the last step', run: 'goLast' },
  { keys: ['n'], shown: 'n', text: 'the next step of the same thread', run: 'goSameThread' },
  { keys: ['p'], shown: 'p', text: 'the step of the same thread before', run: 'goSameThreadBack' },
  { keys: ['s'], shown: 's', text: 'the next switch: a preemption', run: 'goSwitch' },
  { keys: ['c'], shown: 'c', text: 'the step that decides', run: 'goCritical' },
  { keys: ['Enter'], shown: 'Enter', text: 'open what is folded here', run: 'openFold' },
  { keys: ['f'], shown: 'f', text: 'fold steps and objects that have no part, or show all again', run: 'toggleFold' },
  { keys: ['/'], shown: '/', text: 'filter the steps by a text; Escape ends it', run: 'startSearch' },
  { keys: ['o'], shown: 'o', text: 'time downwards, or to the right', run: 'toggleDirection' },
  { keys: ['b'], shown: 'b', text: 'the schedule that succeeds beside it, or not', run: 'toggleBeside' },
  { keys: ['['], shown: '[', text: 'the finding before', run: 'previousFinding' },
  { keys: [']'], shown: ']', text: 'the next finding', run: 'nextFinding' },
  { keys: ['d'], shown: 'd', text: 'light or dark', run: 'toggleTheme' },
  { keys: ['?'], shown: '?', text: 'this help; Escape closes it', run: 'showHelp' },
];

const MARKS = [
  ['◆ decides', 'the first step after which every continuation fails'],
  ['⇄ switch', 'the thread before it could have gone on: a preemption'],
  ['→', 'what comes before what: an arrow goes from an unlock to a lock, from a store to a load, and so on'],
  ['‖', 'a thread that waits at the end; thick, dashed arrows are a circle of waits'],
  ['✖', 'where a thread fails'],
  ['⚡, double frame', 'an access of a data race'],
  ['after 8', 'after step 8: a plain access or a free, which is no step of its own'],
  ['✂', 'memory is freed'],
  ['grey, dotted', 'a step that has no part in the finding'],
  ['0.1 has it', 'solid, in the lane of an object: who has it'],
  ['0.1 waits', 'hatched, in the lane of an object: who waits for it'],
  ['0.1 wants it', 'hatched, too: its next operation needs what another has; it waits, or was interrupted before'],
  ['0 → 1', 'in the lane of an object: its value before and after the step; of a plain variable, what the code after the step does: then 0 → 1'],
  ['= 1', 'the same: it is only read'],
];

function fillHelp(dialog) {
  const list = (pairs) => el('dl', { class: 'keys' }, pairs.flatMap(([what, text]) => [el('dt', {}, el('kbd', {}, what)), el('dd', {}, text)]));
  dialog.replaceChildren(el('h2', { id: 'help-title' }, 'Keys'), list(KEYS.map((key) => [key.shown, key.text])), el('h2', {}, 'Marks'), list(MARKS),
    el('button', { type: 'button', autofocus: true, onclick: () => dialog.close() }, 'Close'));
}

/** Elements in which a key means something else. */
function takesKey(element, key) {
  if (element.matches('input[type=search]')) return true;
  if (element.matches('input[type=range]')) return key.startsWith('Arrow') || ['Home', 'End', 'PageUp', 'PageDown'].includes(key);
  return element.matches('button, summary, a') && key === 'Enter' || Boolean(element.closest('.code, pre') && key.match(/^(Arrow|Page|Home|End)/));
}

function listenToKeys(page) {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || byId('help').open) return;
    if (event.target.id === 'search' && (event.key === 'Escape' || event.key === 'Enter')) {
      page.endSearch(event.key === 'Escape');
      event.preventDefault();
      return;
    }
    const key = takesKey(event.target, event.key) ? null : KEYS.find((one) => one.keys.includes(event.key));
    if (!key) return;
    event.preventDefault();
    page[key.run]();
  });
}
