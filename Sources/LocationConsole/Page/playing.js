// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

// Every route in force, whoever began it: where it stands, its line, and what can be done with it.

/* global L */

import { attempt, call, facts, get, on } from './link.js';
import { map, nearWay, pieces } from './map.js';
import { button, make, refill } from './panels.js';
import { words } from './active.js';
import { span } from './units.js';

const list = document.getElementById('playing');
/** Milliseconds after which the line of a route that goes on being sent is asked for again. */
const period = 10000;
/** By identifier: the line, how many points the daemon had for it, and when it was asked for. */
const lines = new Map();

/** Its end, which of a route that is sent as it is played only the console knows. */
const total = ({ id, progress }) => progress.total ?? facts.state.routes?.[id]?.total;

function item(override) {
  const { progress, id } = override;
  const end = total(override);
  const isPaused = progress.state === 'paused';
  const parts = [make('b', {}, `${id} ${override.kind}`), ` ${words(override)} `];
  const where = [progress.state, span(progress.elapsed)];
  if (end !== undefined) where.push(`of ${span(end)}`);
  parts.push(make('small', {}, where.join(' ')));
  if (end !== undefined) {
    const slider = make('input', {
      type: 'range', min: 0, max: end, step: 'any', value: progress.elapsed,
      onchange: () => attempt(() => call('seek', { id, seconds: Number(slider.value) })),
    });
    slider.setAttribute('aria-label', `Time line of ${id}`);
    slider.setAttribute('aria-valuetext', span(progress.elapsed));
    slider.addEventListener('input', () => {
      slider.setAttribute('aria-valuetext', span(Number(slider.value)));
    });
    parts.push(slider);
  }
  // One that has ended has nothing to pause, and begins anew.
  const [text, method, params] = progress.state === 'ended'
    ? ['Again', 'seek', { id, seconds: 0 }]
    : isPaused ? ['Resume', 'resume', { id }] : ['Pause', 'pause', { id }];
  parts.push(button(text, () => attempt(() => call(method, params)), `${text} ${id}`));
  return make('li', {}, ...parts);
}

async function showLine(id, points) {
  const known = lines.get(id);
  const isWhole = facts.state.routes?.[id] !== undefined;
  const now = performance.now();
  if (known && (known.points === points || isWhole || now - known.asked < period)) return;
  const layer = known?.layer ?? L.polyline([], { className: 'route playing', interactive: false });
  lines.set(id, { layer, points, asked: now });
  const answer = await get(`/line?id=${encodeURIComponent(id)}`).catch(() => null);
  // It may have ended meanwhile.
  if (answer && lines.get(id)?.layer === layer) {
    layer.setLatLngs(nearWay(answer.line.flatMap(pieces))).addTo(map);
  }
}

function showLines(routes) {
  const standing = new Set(routes.map((each) => each.id));
  for (const [id, { layer }] of lines) {
    if (standing.has(id)) continue;
    layer.remove();
    lines.delete(id);
  }
  routes.forEach(({ id, progress }) => showLine(id, progress.points));
}

on('state', (state) => {
  const routes = (state.overrides?.overrides ?? []).filter((each) => each.progress);
  showLines(routes);
  // Whoever moves a slider keeps it until it is let go.
  if (list.querySelector('input:active')) return;
  refill(list, routes.length ? routes.map(item) : [make('li', {}, 'nothing')]);
});
on('links', (links) => { if (!links?.control.isConnected) showLines([]); });
