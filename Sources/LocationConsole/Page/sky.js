// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

// The satellites: a plot with the zenith in its middle and north on top, and the same as a table.

import { facts, on } from './link.js';
import { make, prepare } from './panels.js';

const canvas = document.getElementById('sky-plot');
const rows = document.getElementById('satellites');
const size = 320;
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name);

function plot(satellites) {
  const context = prepare(canvas, size, size);
  const middle = size / 2;
  const radius = middle - 18;
  context.strokeStyle = colour('--line');
  context.fillStyle = colour('--text');
  context.font = '12px sans-serif';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const elevation of [0, 30, 60]) {
    context.beginPath();
    context.arc(middle, middle, (radius * (90 - elevation)) / 90, 0, 2 * Math.PI);
    context.stroke();
  }
  for (const [text, x, y] of [['N', 0, -1], ['E', 1, 0], ['S', 0, 1], ['W', -1, 0]]) {
    context.fillText(text, middle + x * (radius + 9), middle + y * (radius + 9));
  }
  context.font = '11px system-ui, sans-serif';
  // Those that are used lie on top.
  for (const each of [...satellites].sort((a, b) => a.used - b.used)) {
    if (each.azimuth === undefined || each.elevation === undefined) continue;
    const angle = (each.azimuth * Math.PI) / 180;
    const way = (radius * (90 - each.elevation)) / 90;
    const [x, y] = [middle + way * Math.sin(angle), middle - way * Math.cos(angle)];
    // Large enough for a number of three digits, larger with the signal.
    context.beginPath();
    context.arc(x, y, 10 + Math.min(Math.max(each.signal ?? 0, 0), 50) / 10, 0, 2 * Math.PI);
    context.fillStyle = colour(each.used ? '--told' : '--muted');
    context.fill();
    // One that covers another is told from it.
    context.strokeStyle = colour('--card');
    context.stroke();
    context.fillStyle = colour('--on-told');
    context.fillText(String(each.prn), x, y);
  }
}

function show() {
  const satellites = [...(facts.sky?.satellites ?? [])];
  satellites.sort((a, b) => a.system.localeCompare(b.system) || a.prn - b.prn);
  plot(satellites);
  const used = satellites.filter((each) => each.used).length;
  canvas.setAttribute('aria-label', `Sky view: ${satellites.length} satellites, ${used} used`);
  const text = (value) => (value === undefined ? '' : String(Math.round(value)));
  rows.replaceChildren(...satellites.map((each) => make(
    'tr',
    {},
    ...[
      each.system, String(each.prn), text(each.azimuth), text(each.elevation),
      text(each.signal), each.used ? 'yes' : 'no',
    ].map((cell) => make('td', {}, cell)),
  )));
}

on('callback', ({ method }) => {
  if (method === 'didUpdateSatellites') show();
  if (method === 'didFailWithError') { facts.sky = null; show(); }
});
show();
