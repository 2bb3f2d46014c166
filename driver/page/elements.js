// Elements of the page, and words for places and counts.
'use strict';

/** @returns {HTMLElement} */
function byId(id) {
  return document.getElementById(id);
}

/**
 * Makes an element. An attribute of the value null or false is left out; one that begins with "on"
 * is a listener. Children are elements or texts; null is left out.
 */
function el(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** Makes an element of a drawing. */
function draw(tag, attributes, text) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text) element.textContent = text;
  return element;
}

function lastPart(path) {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** "bank.c:22", "lock in libx.so, from bank.c:22", the function where no line is known, or "". */
function positionOf(place) {
  if (!place) return '';
  if (place.file && place.line) return `${place.inside ? `${place.inside}, from ` : ''}${lastPart(place.file)}:${place.line}`;
  return place.function || '';
}

/** "1 step", "2 steps" */
function counted(count, word) {
  return `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`;
}

/** Sentences, one a line, of which the last may lack its end. */
function paragraphs(text) {
  return text.split('\n').filter((line) => line).map((line) => el('p', {}, /[.!?:]$/.test(line) ? line : `${line}.`));
}

/** The first index of the sorted list for which `isBehind` holds. */
function firstWhere(list, isBehind) {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBehind(list[middle])) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Which of eight colours a thread has. Its name stands beside it everywhere. */
function colourOf(number) {
  return `thread-${number % 8}`;
}
