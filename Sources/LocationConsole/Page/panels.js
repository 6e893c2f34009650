// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

// Panels behind tabs, as the ARIA pattern has them; and small makers of elements.

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

/** A field for a parameter of the daemon with its range; empty means that it is left out. */
export function field(limit, name = limit.name, help = '') {
  const input = make('input', {
    type: 'number',
    name: limit.name,
    min: limit.minimum,
    max: limit.maximum,
    step: limit.isWhole ? 1 : 'any',
  });
  const unit = limit.unit ? ` (${limit.unit})` : '';
  const label = make('label', { title: help }, `${name}${unit} `, input);
  if (help) label.append(make('small', {}, help));
  return label;
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
  if (input.validity.badInput) {
    throw new Error(`${input.labels[0].firstChild.textContent.trim()}: not a number`);
  }
  return input.value === '' ? undefined : Number(input.value);
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
    const steps = { ArrowRight: 1, ArrowLeft: -1 };
    const index = tabs.indexOf(document.activeElement);
    if (index < 0 || !(event.key in steps)) return;
    const next = tabs[(index + steps[event.key] + tabs.length) % tabs.length];
    select(next);
    next.focus();
  });
  list.append(...tabs);
  select(tabs[0]);
}
