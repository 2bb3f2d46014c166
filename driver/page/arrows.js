// The arrows over the time line: which steps come before which, who waits for whom at the end, and the two
// accesses of a race.
'use strict';

/** A curve from one point to another, which leaves and arrives across the direction of time. */
function curve(isDown, from, to) {
  const bend = Math.min(40, 12 + Math.abs(isDown ? to.x - from.x : to.y - from.y) / 3);
  const way = Math.sign(isDown ? to.x - from.x : to.y - from.y);
  const [a, b] = isDown ? [{ x: from.x + way * bend, y: from.y }, { x: to.x - way * bend, y: to.y }]
    : [{ x: from.x, y: from.y + way * bend }, { x: to.x, y: to.y - way * bend }];
  return `M${from.x},${from.y} C${a.x},${a.y} ${b.x},${b.y} ${to.x},${to.y}`;
}

/** The sides of two cells that face each other. */
function facingSides(isDown, from, to) {
  const way = Math.sign(isDown ? to.x - from.x : to.y - from.y);
  const move = (cell, sign) => (isDown ? { x: cell.x + sign * cell.half, y: cell.y } : { x: cell.x, y: cell.y + sign * cell.half });
  return [move(from, way), move(to, -way)];
}

function laneOfStep({ schedule, geometry }, at) {
  return geometry.lanes[schedule.threadByName.get(schedule.steps[at - 1].thread).index];
}

/** Those with an end in these rows; each list is in the order of its end. */
function edgesBetween({ edges, edgesByStart }, first, last) {
  if (!first || !last) return [];
  const ending = edges.slice(firstWhere(edges, (edge) => edge.to >= first.from), firstWhere(edges, (edge) => edge.to > last.to));
  const starting = edgesByStart.slice(firstWhere(edgesByStart, (edge) => edge.from >= first.from), firstWhere(edgesByStart, (edge) => edge.from > last.to));
  return new Set([...ending, ...starting]);
}

function makeOrder(timeline, seen) {
  const { schedule, rows, geometry } = timeline;
  const isOfThread = (edge) => schedule.threadByName.has(edge.object);
  const row = rows.list[timeline.current];
  const at = row && row.kind === 'step' ? row.to : 0;
  const arrows = [];
  for (const edge of edgesBetween(schedule, rows.list[seen.first], rows.list[seen.last])) {
    const [from, to] = [rows.rowOfStep[edge.from], rows.rowOfStep[edge.to]];
    const isCurrent = edge.from === at || edge.to === at;
    if (from === to) continue;
    if (![edge.from, edge.to].every((step) => rows.list[rows.rowOfStep[step]]?.kind === 'step')) continue;
    const ends = facingSides(geometry.isDown, geometry.middleOf(from, laneOfStep(timeline, edge.from)), geometry.middleOf(to, laneOfStep(timeline, edge.to)));
    arrows.push(draw('path', { class: isCurrent ? 'order current' : isOfThread(edge) ? 'order of-thread' : 'order', d: curve(geometry.isDown, ...ends), 'marker-end': 'url(#tip)' }));
  }
  return arrows;
}

const ARC = { most: 4, first: 26, next: 20, label: 17 };

/** @returns {{end: End, name: string}[]} who waits, and for which thread */
function waitsAtEnd(schedule) {
  return schedule.ends.flatMap((end) => end.awaited.filter((name) => schedule.threadByName.has(name)).map((name) => ({ end, name })));
}

/** Arcs with the lanes that they join, and how many lie inside of them: those between nearer lanes do.
 *  @returns {{ends: number[], level: number}[]} */
function layArcs(schedule, waits) {
  const lane = (name) => schedule.threadByName.get(name).index;
  const arcs = waits.map(({ end, name }) => ({ ends: [lane(end.thread), lane(name)], level: 0 }));
  const sides = ({ ends }) => [Math.min(...ends), Math.max(...ends)];
  const inward = [...arcs].sort((a, b) => Math.abs(a.ends[0] - a.ends[1]) - Math.abs(b.ends[0] - b.ends[1]));
  inward.forEach((arc, index) => {
    const [left, right] = sides(arc);
    for (const inner of inward.slice(0, index)) if (sides(inner)[0] >= left && sides(inner)[1] <= right) arc.level = Math.max(arc.level, inner.level + 1);
  });
  return arcs;
}

/** Where the ends of arcs lie side by side at a lane, so that none crosses one that lies inside of it: to the left those
 *  that go to the left, each half with the inner ones outermost. @returns {{arc: object, side: number}[]} */
function endsAt(arcs, lane) {
  const ends = arcs.flatMap((arc) => [0, 1].filter((side) => arc.ends[side] === lane).map((side) => ({ arc, side })));
  const way = ({ arc, side }) => Math.sign(arc.ends[1 - side] - lane) || (side ? 1 : -1);
  return ends.sort((a, b) => way(a) - way(b) || way(a) * (b.arc.level - a.arc.level));
}

/** How far arcs reach, beyond the boxes of the end. */
function depthOfArcs(count) {
  return count ? 0.75 * (ARC.first + ARC.next * (Math.min(count, ARC.most) - 1)) : 0;
}

/** From who waits to who has it, beyond the boxes of the end; what the arcs say comes behind all of them. */
function makeWaitFor(timeline) {
  const { schedule, geometry } = timeline;
  const base = geometry.rowAt(geometry.rows) + geometry.endBox - 3;
  const waits = waitsAtEnd(schedule);
  const arcs = layArcs(schedule, waits);
  const point = (arc, side, depth) => {
    const lane = geometry.lanes[arc.ends[side]];
    const ends = endsAt(arcs, arc.ends[side]);
    const slot = ends.findIndex((end) => end.arc === arc && end.side === side);
    const cross = lane.at + (lane.size * (slot + 1)) / (ends.length + 1);
    return geometry.isDown ? { x: cross, y: base + depth } : { x: base + depth, y: cross };
  };
  const below = base + depthOfArcs(waits.length) + ARC.label;
  const paths = [];
  const labels = [];
  waits.forEach(({ end, name }, index) => {
    const isCycle = schedule.cycle.has(end.thread) && schedule.cycle.has(name);
    const arc = arcs[index];
    const depth = ARC.first + ARC.next * Math.min(arc.level, ARC.most - 1);
    const points = [point(arc, 0, 0), point(arc, 0, depth), point(arc, 1, depth), point(arc, 1, 2)];
    const d = `M${points[0].x},${points[0].y} C${points[1].x},${points[1].y} ${points[2].x},${points[2].y} ${points[3].x},${points[3].y}`;
    const label = `${end.thread} waits for ${name}${end.object ? `, which has ${end.object}` : ' to end'}`;
    const at = geometry.isDown ? { x: geometry.gutter + 10, y: below + ARC.label * index } : { x: below, y: geometry.head + ARC.label * (index + 1) };
    paths.push(draw('path', { class: isCycle ? 'wait cycle' : 'wait', d, 'marker-end': isCycle ? 'url(#cycle-tip)' : 'url(#tip)' }));
    labels.push(draw('text', { class: isCycle ? 'label cycle' : 'label', ...at }, label));
  });
  return [...paths, ...labels];
}

/** The two accesses, which nothing orders. */
function makeRaceLine(timeline) {
  const { schedule, geometry, rows } = timeline;
  if (schedule.accesses.length !== 2) return [];
  const cells = schedule.accesses.map((access, index) => {
    const row = access.is_step ? rows.rowOfStep[access.step] : rows.rowOfAccess(index);
    return row < 0 ? null : geometry.middleOf(row, geometry.lanes[schedule.threadByName.get(access.thread).index]);
  });
  if (cells.includes(null)) return [];
  const [from, to] = facingSides(geometry.isDown, ...cells);
  const behind = geometry.rowAt(geometry.rows) + ARC.label;
  const at = geometry.isDown ? { x: geometry.gutter + 10, y: behind } : { x: behind, y: geometry.head + ARC.label };
  const [one, other] = schedule.accesses.map((access) => `${access.access} by ${access.thread}`);
  return [draw('path', { class: 'race', d: curve(geometry.isDown, from, to) }), draw('text', { class: 'label race', ...at }, `⚡ nothing orders the ${one} and the ${other}`)];
}

/** A drawing as large as what can be seen, in the coordinates of the whole. */
function makeArrows(timeline, seen) {
  const { geometry } = timeline;
  const [x, y, width, height] = geometry.isDown ? [seen.cross, seen.main, seen.crossSize, seen.mainSize] : [seen.main, seen.cross, seen.mainSize, seen.crossSize];
  const drawing = draw('svg', { class: 'arrows', viewBox: `${x} ${y} ${width} ${height}`, width, height, style: `left:${x}px;top:${y}px`, 'aria-hidden': 'true' });
  drawing.append(...makeOrder(timeline, seen), ...makeWaitFor(timeline), ...makeRaceLine(timeline));
  return drawing;
}
