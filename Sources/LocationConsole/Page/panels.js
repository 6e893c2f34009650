// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

// Panels behind tabs, as the ARIA pattern has them; and small makers of elements.

import { on } from './link.js';
import { unitOf } from './units.js';

/** An element with properties and children; text never becomes markup. */
export function make(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

export const button = (text, onclick, label) => {
  const made = make('button', { type: 'button', onclick }, text);
  if (label) made.setAttribute('aria-label', label);
  return made;
};

/** By field: its parameter, its words, and what was filled in by the page in the daemon's unit. */
const measures = new WeakMap();
/** A number times a factor, without what that leaves behind the last digit. */
const times = (value, factor, digits) =>
  (factor === 1 ? value : Number((value * factor).toPrecision(digits)));

/** Names of parameters that are those of a unit, where that is not the chosen one. */
const otherwise = { metres: 'size', verticalMetres: 'verticalSize' };

/** Says the field in the units of choice, with what stands in it. */
function suit(input) {
  const measure = measures.get(input);
  const { limit, name, help, label, words } = measure;
  const value = input.validity.badInput ? undefined : inDaemonUnit(input);
  const { factor, unit } = unitOf(limit.unit);
  measure.factor = factor;
  const isOther = unit !== limit.unit;
  label.firstChild.textContent =
    `${(isOther && otherwise[name]) || name}${unit ? ` (${unit})` : ''} `;
  if (words) {
    words.textContent = isOther
      ? help.replaceAll('metres per second', unit).replaceAll('metres', unit) : help;
  }
  input.min = times(limit.minimum, 1 / factor, 12);
  input.max = times(limit.maximum, 1 / factor, 12);
  if (!input.validity.badInput) fill(input, value);
}

/** Writes a value of the daemon's unit into a field, or nothing. */
export function fill(input, value) {
  const measure = measures.get(input);
  input.value = value === undefined ? '' : String(times(value, 1 / measure.factor, 8));
  measure.filled = { text: input.value, value };
}

/** A field for a parameter of the daemon with its range; empty means that it is left out. */
export function field(limit, name = limit.name, help = '') {
  const input = make('input', {
    type: 'number', name: limit.name, step: limit.isWhole ? 1 : 'any',
  });
  const words = help ? make('small', {}, help) : null;
  const label = make('label', {}, '', input, words);
  measures.set(input, { limit, name, help, label, words, factor: 1, filled: null });
  suit(input);
  return label;
}

on('settings', () => {
  for (const input of document.querySelectorAll('input[type=number]')) {
    if (measures.has(input)) suit(input);
  }
});

/** What the field says, in the daemon's unit; undefined for nothing. */
function inDaemonUnit(input) {
  if (input.value === '') return undefined;
  const { filled, factor } = measures.get(input) ?? { factor: 1 };
  // What was not typed is not made less exact by the way there and back.
  if (filled?.text === input.value) return filled.value;
  return times(Number(input.value), factor, 12);
}

/** An empty canvas, one point of which is one of the screen, however fine that is. */
export function prepare(canvas, width, height) {
  const ratio = window.devicePixelRatio || 1;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const context = canvas.getContext('2d');
  context.scale(ratio, ratio);
  return context;
}

/** What was filled in; a text that is no number is not taken for an empty field. */
export function number(input) {
  const { badInput, rangeUnderflow, rangeOverflow } = input.validity;
  const words = input.labels[0].firstChild.textContent.trim();
  if (badInput) throw new Error(`${words}: not a number`);
  if (rangeUnderflow || rangeOverflow) {
    throw new Error(`${words}: give a number from ${input.min} to ${input.max}`);
  }
  return inDaemonUnit(input);
}

/** The numbers that were filled in. */
export function numbers(container) {
  const values = {};
  for (const input of container.querySelectorAll('input[type=number]:not(:disabled)')) {
    const value = number(input);
    if (value !== undefined) values[input.name] = value;
  }
  return values;
}

/** Replaces the children that differ, and none under a finger or with the focus moved. */
export function refill(list, children) {
  if (list.matches(':active')) return;
  const old = [...list.children];
  if (old.length !== children.length) {
    list.replaceChildren(...children);
    return;
  }
  children.forEach((child, index) => {
    if (old[index].outerHTML === child.outerHTML) return;
    const controls = [...old[index].querySelectorAll('button, input')];
    const focused = controls.indexOf(document.activeElement);
    old[index].replaceWith(child);
    if (focused >= 0) child.querySelectorAll('button, input')[focused]?.focus();
  });
}

export function showPanels() {
  const list = document.getElementById('tabs');
  const panels = [...document.querySelectorAll('[role=tabpanel]')];
  const tabs = panels.map((panel) => {
    const tab = button(panel.dataset.title, () => select(tab));
    tab.id = `tab-${panel.id}`;
    tab.setAttribute('role', 'tab');
    tab.setAttribute('aria-controls', panel.id);
    panel.setAttribute('aria-labelledby', tab.id);
    return tab;
  });
  function select(chosen) {
    tabs.forEach((tab, index) => {
      tab.setAttribute('aria-selected', String(tab === chosen));
      tab.tabIndex = tab === chosen ? 0 : -1;
      panels[index].hidden = tab !== chosen;
    });
  }
  list.addEventListener('keydown', (event) => {
    const index = tabs.indexOf(document.activeElement);
    const last = tabs.length - 1;
    const goals = {
      ArrowRight: index === last ? 0 : index + 1, ArrowLeft: index === 0 ? last : index - 1,
      Home: 0, End: last,
    };
    if (index < 0 || !(event.key in goals)) return;
    event.preventDefault();
    const next = tabs[goals[event.key]];
    select(next);
    next.focus();
  });
  list.append(...tabs);
  select(tabs[0]);
}
