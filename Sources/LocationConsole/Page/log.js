// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

// The callbacks as they came, newest first, and only those that are looked for.

import { on } from './link.js';
import { make } from './panels.js';

const list = document.getElementById('lines');
const panel = document.getElementById('log');
const filter = document.getElementById('filter');
const capacity = 500;
const lines = [];
let due = false;

function show() {
  due = false;
  const wanted = filter.value.toLowerCase();
  const chosen = lines.filter((line) => line.toLowerCase().includes(wanted)).slice(-100).reverse();
  list.replaceChildren(...chosen.map((line) => make('li', {}, line)));
}

function plan() {
  if (due || panel.hidden) return;
  due = true;
  setTimeout(show, 250);
}

function add(name, value) {
  const time = new Date().toISOString().slice(11, 23);
  lines.push(`${time} ${name} ${value === undefined ? '' : JSON.stringify(value)}`);
  if (lines.length > capacity) lines.shift();
  plan();
}

on('callback', ({ method, params }) => add(method, params));
on('ended', ({ params }) => add('overrideEnded', params));
on('notice', ({ text }) => add('notice', text));
filter.addEventListener('input', show);
new MutationObserver(plan).observe(panel, { attributes: true, attributeFilter: ['hidden'] });
