# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: 2026 The locationd authors
"""What an accessibility audit looks for, as one script for the page: names, roles, contrast."""

AUDIT = r"""
const faults = [];
const isShown = (e) => e.checkVisibility?.() ?? e.offsetParent !== null;
const nameOf = (e) => {
  const by = e.getAttribute('aria-labelledby');
  if (by) return by.split(' ').map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
  return e.getAttribute('aria-label') ?? (e.labels?.length ? e.labels[0].textContent : null)
    ?? e.title ?? '';
};
const tell = (what, e) => faults.push(`${what}: ${e.outerHTML.slice(0, 120)}`);

if (!document.documentElement.lang) faults.push('no language');
if (!document.title) faults.push('no title');
if (document.querySelectorAll('main').length !== 1) faults.push('not one main');
if (document.querySelectorAll('h1').length !== 1) faults.push('not one h1');
const ids = [...document.querySelectorAll('[id]')].map((e) => e.id);
if (new Set(ids).size !== ids.length) faults.push('an id occurs twice');

for (const e of document.querySelectorAll('input, select, textarea, canvas, [role=application]')) {
  if (isShown(e) && !e.closest('.leaflet-pane') && !nameOf(e).trim()) tell('no name', e);
}
for (const e of document.querySelectorAll('button, a[href], [role=tab]')) {
  if (isShown(e) && !(nameOf(e) + e.textContent).trim()) tell('no name', e);
}
// What changes with every location must not be read aloud each time.
const position = document.getElementById('position');
if (position.getAttribute('aria-live') !== 'off') tell('is read aloud all the time', position);
for (const e of document.querySelectorAll('[aria-controls], [aria-labelledby]')) {
  for (const name of ['aria-controls', 'aria-labelledby']) {
    for (const id of (e.getAttribute(name) ?? '').split(' ').filter(Boolean)) {
      if (!document.getElementById(id)) tell(`${name} names nothing`, e);
    }
  }
}
for (const e of document.querySelectorAll('ul > :not(li), ol > :not(li)')) tell('not an item', e);
for (const e of document.querySelectorAll('[tabindex]')) if (e.tabIndex > 0) tell('tabindex', e);
let level = 0;
for (const e of document.querySelectorAll('h1, h2, h3, h4')) {
  if (!isShown(e)) continue;
  const own = Number(e.tagName[1]);
  if (own > level + 1) tell('a heading is skipped', e);
  level = own;
}

const numbers = (text) => (text.match(/[\d.]+/g) ?? []).map(Number);
const luminance = ([r, g, b]) => {
  const [x, y, z] = [r, g, b].map((v) => v / 255)
    .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * x + 0.7152 * y + 0.0722 * z;
};
const ground = (e) => {
  for (let at = e; at; at = at.parentElement) {
    const colour = numbers(getComputedStyle(at).backgroundColor);
    if (colour.length === 3 || colour[3] === 1) return colour;
  }
  return [255, 255, 255];
};
for (const e of document.querySelectorAll('body *')) {
  const isText = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
  if (!isText || !isShown(e) || e.matches(':disabled, option, script, .skip') || e.closest('#map')) {
    continue;
  }
  const [a, b] = [luminance(numbers(getComputedStyle(e).color)), luminance(ground(e))];
  const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  if (contrast < 4.5) tell(`contrast ${contrast.toFixed(1)}`, e);
}
if (document.documentElement.scrollWidth > innerWidth + 1) faults.push('wider than the window');
const panel = document.getElementById('panel');
if (panel.scrollWidth > panel.clientWidth + 1) faults.push('something is wider than the panel');
const boxes = [...document.querySelectorAll('.degree.top')].map((e) => {
  const range = document.createRange();
  range.selectNodeContents(e);
  return range.getBoundingClientRect();
}).sort((a, b) => a.left - b.left);
boxes.forEach((box, index) => {
  if (index && box.left < boxes[index - 1].right) faults.push('labels of the map overlap');
});
return faults;
"""
