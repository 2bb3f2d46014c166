// How people mend a finding of this kind: from the page of `mcmini explain`, which is in the data as it stands in docs/.
'use strict';

/** Text with `code`. */
function withCode(text) {
  return text.split('`').map((part, index) => (index % 2 ? el('code', {}, part) : part));
}

/** Paragraphs and items of a list, each in one line. */
function joinLines(text) {
  return text.trim().split(/\n(?:\n+|(?=- ))/).map((part) => part.replace(/\s*\n\s*/g, ' '));
}

/** @returns {{meaning: string, remedies: string[]}} of a page with "# kind: what it is", its meaning, an example and "## How people mend it" */
function readKind(page) {
  const [head, mending = ''] = page.split(/^## .*$/m);
  const [title, meaning = ''] = joinLines(head);
  return { meaning: `${title.replace(/^# [^:]*: /, '').replace(/^./, (first) => first.toUpperCase())}. ${meaning}`, remedies: joinLines(mending).map((item) => item.replace(/^- /, '')) };
}

/** A fold: what the finding means, and the remedies. */
function makeMending(finding) {
  const page = data.kinds[finding.kind];
  if (!page) return null;
  const { meaning, remedies } = readKind(page);
  return el('details', { class: 'mending' },
    el('summary', {}, `How people mend such a finding: ${counted(remedies.length, 'way')}`),
    el('p', {}, withCode(meaning)), el('ul', {}, remedies.map((remedy) => el('li', {}, withCode(remedy)))),
    el('p', {}, 'With an example: ', el('code', {}, `mcmini explain ${finding.kind}`)));
}
