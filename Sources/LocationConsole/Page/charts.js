// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

// Values over the last minutes, each with its newest value in words.

import { on } from './link.js';
import { make } from './panels.js';
import { length, speed } from './units.js';

const panel = document.getElementById('charts');
/** Seconds that a chart shows. */
const period = 600;
/** Points of a chart at most: at 50 a second the newest ones replace each other. */
const capacity = 600;

const charts = [
  { name: 'Accuracy', value: (l) => l.horizontalAccuracy, text: length },
  { name: 'Speed', value: (l) => l.speed, text: speed },
  { name: 'Altitude', value: (l) => l.altitude, text: length },
  { name: 'Satellites used', value: (l) => l.gnss?.satellitesUsed, text: (v) => String(v) },
  {
    name: 'Latency',
    value: (l) => (Date.now() - Date.parse(l.timestamp)) / 1000,
    text: (v) => `${(v * 1000).toFixed(0)} ms`,
  },
].map((chart) => {
  const canvas = make('canvas', { width: 320, height: 70 });
  canvas.setAttribute('role', 'img');
  const output = make('span', {});
  panel.append(make('h3', {}, `${chart.name} `, output), canvas);
  return { ...chart, canvas, output, samples: [] };
});

function draw({ canvas, samples, output, text, name }) {
  const context = canvas.getContext('2d');
  context.clearRect(0, 0, canvas.width, canvas.height);
  const newest = samples.at(-1);
  output.textContent = newest ? text(newest[1]) : '';
  canvas.setAttribute('aria-label', newest ? `${name}: ${text(newest[1])}` : `${name}: no value`);
  if (samples.length < 2) return;
  const values = samples.map(([, value]) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const from = Math.max(samples[0][0], newest[0] - period);
  const width = Math.max(newest[0] - from, 10);
  context.strokeStyle = getComputedStyle(document.documentElement).getPropertyValue('--told');
  context.lineWidth = 2;
  context.beginPath();
  for (const [time, value] of samples) {
    const x = ((time - from) / width) * canvas.width;
    const y = canvas.height - 4 - ((value - low) / (high - low || 1)) * (canvas.height - 8);
    context.lineTo(x, y);
  }
  context.stroke();
}

let due = false;
on('callback', ({ method, params }) => {
  if (method !== 'didUpdateLocations') return;
  const location = params.locations.at(-1);
  const now = performance.now() / 1000;
  for (const chart of charts) {
    const value = chart.value(location);
    if (value === undefined || !Number.isFinite(value)) continue;
    const last = chart.samples.at(-1);
    if (last && now - last[0] < period / capacity / 2) last[1] = value;
    else chart.samples.push([now, value]);
    while (chart.samples.length > capacity || chart.samples[0][0] < now - period) {
      chart.samples.shift();
    }
  }
  if (due || panel.hidden) return;
  due = true;
  setTimeout(() => { due = false; charts.forEach(draw); }, 500);
});
new MutationObserver(() => charts.forEach(draw))
  .observe(panel, { attributes: true, attributeFilter: ['hidden'] });
charts.forEach(draw);
