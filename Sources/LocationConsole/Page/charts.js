// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

// Values over the last minutes, with axes, and the newest, lowest and highest one in words.

import { facts, on } from './link.js';
import { make, prepare } from './panels.js';
import { scale, span } from './units.js';

const panel = document.getElementById('charts');
/** Seconds that a chart shows. */
const period = 600;
/** Points of a chart at most: at 50 a second the newest ones replace each other. */
const capacity = 600;
/** Seconds without a value that interrupt a line. */
const gap = 30;
const height = 120;
const font = '11px system-ui, sans-serif';

const count = { factor: 1, unit: '', least: 2, digits: 0 };
const milliseconds = { factor: 0.001, unit: 'ms', least: 10, digits: 0 };
/** Seconds; what is told later than that has the times of a recording. */
const longestLatency = 3600;

function latency({ timestamp }) {
  const value = (Date.now() - Date.parse(timestamp)) / 1000;
  return Math.abs(value) < longestLatency ? value : undefined;
}

const charts = [
  { name: 'Accuracy', value: (l) => l.horizontalAccuracy, of: () => scale('length') },
  { name: 'Speed', value: (l) => l.speed, of: () => scale('speed') },
  { name: 'Altitude', value: (l) => l.altitude, of: () => scale('length') },
  { name: 'Satellites used', value: (l) => l.gnss?.satellitesUsed, of: () => count },
  { name: 'Latency', value: latency, of: () => milliseconds },
].map((chart) => {
  const canvas = make('canvas', { width: 320, height });
  canvas.setAttribute('role', 'img');
  const newest = make('span', { className: 'newest' });
  const range = make('small', {});
  panel.append(make('h3', {}, `${chart.name} `, newest), canvas, range);
  return { ...chart, canvas, newest, range, samples: [], isTold: false };
});

/** Round numbers around the values, at most six of them. */
export function ticks(low, high, least) {
  const room = Math.max(high - low, least);
  const middle = (low + high) / 2;
  const power = 10 ** Math.floor(Math.log10(room / 4));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => room / each <= 4.5);
  const first = Math.floor(Math.min(low, middle - room / 2) / step);
  const last = Math.ceil(Math.max(high, middle + room / 2) / step);
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step)
    .map((value) => ({ value, text: value.toFixed(digits) }));
}

/** Seconds ago, at most six of them, that people count in. */
export function times(width) {
  const step = [2, 5, 10, 15, 30, 60, 120].find((each) => width / each <= 5) ?? 120;
  return Array.from({ length: Math.floor(width / step) + 1 }, (_, index) => index * step)
    .map((value) => ({
      value,
      text: value === 0 ? 'now' : step < 60 ? `−${value} s` : `−${value / 60} min`,
    }));
}

const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name);

function drawAxes(context, width, rows, columns, place) {
  const left = 8 + Math.max(...rows.map(({ text }) => context.measureText(text).width));
  const at = place(left);
  context.strokeStyle = colour('--hair');
  context.fillStyle = colour('--muted');
  context.lineWidth = 1;
  context.textBaseline = 'middle';
  context.textAlign = 'right';
  context.beginPath();
  for (const { value, text } of rows) {
    const y = Math.round(at.y(value)) + 0.5;
    context.moveTo(left, y);
    context.lineTo(width, y);
    context.fillText(text, left - 5, y);
  }
  for (const { value, text } of columns) {
    const x = Math.round(at.x(-value)) - 0.5;
    const half = context.measureText(text).width / 2;
    context.moveTo(x, 6);
    context.lineTo(x, height - 18);
    context.textAlign = 'center';
    // The outermost ones stay within the picture.
    context.fillText(text, Math.min(Math.max(x, left + half), width - half), height - 7);
  }
  context.stroke();
  return at;
}

function draw(chart) {
  const { canvas, samples, newest, range, of, name, isTold } = chart;
  const now = performance.now() / 1000;
  while (samples.length && samples[0][0] < now - period) samples.shift();
  const { factor, unit, least, digits } = of();
  const words = (value) => `${(value / factor).toFixed(digits)}${unit ? ` ${unit}` : ''}`;
  const last = samples.at(-1);
  const values = samples.map(([, value]) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const seconds = last ? Math.max(now - samples[0][0], 10) : 10;
  newest.textContent = last && isTold ? words(last[1]) : 'no value';
  range.textContent = last
    ? `lowest ${words(low)}, highest ${words(high)}, in ${span(seconds)}` : '';
  const said = `${name}: ${newest.textContent}${last ? ` now, ${range.textContent}` : ''}`;
  canvas.setAttribute('aria-label', said);
  if (panel.hidden) return;
  const width = canvas.clientWidth;
  const context = prepare(canvas, width, height);
  if (!last) return;
  context.font = font;
  const rows = ticks(low / factor, high / factor, least);
  const { x, y } = drawAxes(context, width, rows, times(seconds), (left) => ({
    x: (time) => left + (1 + time / seconds) * (width - left - 1),
    y: (value) => height - 18
      - ((value - rows[0].value) / (rows.at(-1).value - rows[0].value)) * (height - 26),
  }));
  context.strokeStyle = colour('--told');
  context.lineWidth = 2;
  context.lineJoin = 'round';
  context.beginPath();
  let before = -Infinity;
  for (const [time, value] of samples) {
    const to = time - before > gap ? 'moveTo' : 'lineTo';
    context[to](x(time - now), y(value / factor));
    before = time;
  }
  context.stroke();
  // Where there is one value only, a line has no length.
  context.fillStyle = colour('--told');
  context.beginPath();
  context.arc(x(last[0] - now) - 3, y(last[1] / factor), 3, 0, 2 * Math.PI);
  context.fill();
}

const drawAll = () => charts.forEach(draw);

on('callback', ({ method, params }) => {
  if (method === 'didFailWithError') charts.forEach((chart) => { chart.isTold = false; });
  if (method !== 'didUpdateLocations') return;
  const location = params.locations.at(-1);
  const now = performance.now() / 1000;
  for (const chart of charts) {
    const value = chart.value(location);
    chart.isTold = value !== undefined && Number.isFinite(value);
    if (!chart.isTold) continue;
    const last = chart.samples.at(-1);
    if (last && now - last[0] < period / capacity / 2) last[1] = value;
    else chart.samples.push([now, value]);
    while (chart.samples.length > capacity) chart.samples.shift();
  }
});
on('settings', drawAll);
on('links', () => { if (!facts.location) charts.forEach((chart) => { chart.isTold = false; }); });
// Time goes on whatever is told.
setInterval(() => { if (!panel.hidden) drawAll(); }, 500);
new MutationObserver(drawAll)
  .observe(panel, { attributes: true, attributeFilter: ['hidden'] });
new ResizeObserver(drawAll).observe(panel);
drawAll();
