// The line of each step, in a lane to the right of all others where time goes down.
'use strict';

const SOURCE_LANE = { least: 150, most: 420 };

/** The file that most steps are in: their lines need no file. */
function mainFile(schedule) {
  if (schedule.mainFile === undefined) {
    const counts = new Map();
    for (const step of schedule.steps) if (step.line) counts.set(step.file, (counts.get(step.file) || 0) + 1);
    schedule.mainFile = [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), ['', 0])[0];
  }
  return schedule.mainFile;
}

/** "16  pthread_mutex_lock(&lock);", "threads.h:13  …" */
function lineOf(schedule, place) {
  if (!place || !place.line) return '';
  return `${place.file === mainFile(schedule) ? place.line : positionOf(place)}  ${place.source || ''}`;
}

/** So that no line of that file is cut. */
function widthOfSource(schedule) {
  if (!schedule.widthOfSource) {
    const lines = new Set([...schedule.steps, ...schedule.events].filter((one) => one.file === mainFile(schedule)).map((one) => lineOf(schedule, one)));
    schedule.widthOfSource = Math.max(0, ...[...lines].map((line) => widthOf(line, FIXED, 'normal'))) + 14;
  }
  return Math.max(SOURCE_LANE.least, Math.min(SOURCE_LANE.most, schedule.widthOfSource));
}
