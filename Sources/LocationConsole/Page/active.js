// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

// What is in force, with its owner and the time left; clearing it, and undoing the last change.

import { attempt, call, drive, end, facts, maySteer, on } from './link.js';
import { button, make, number, refill } from './panels.js';
import { inUnits, placed, span } from './units.js';

const element = (id) => document.getElementById(id);
/** What would bring back the state before each change, oldest first. */
const changes = [];
/** What routes were made of, by their identifier: the daemon tells only how many points. */
const routes = new Map();
const undoCapacity = 50;
/** When each override began: a daemon that comes back counts anew, and gives its name to another one. */
const births = new Map();
const birthCapacity = 1000;

/** Nothing that was noted before is about the override of that name. */
function disown(id) {
  routes.delete(id);
  for (const change of changes) change.ids = change.ids.filter((each) => each !== id);
  const left = changes.filter(({ ids, restore }) => ids.length || restore.length);
  changes.splice(0, changes.length, ...left);
}

/** An override of this page, which is not what had its name before. */
function own(id) {
  births.delete(id);
  disown(id);
  return id;
}

// Of what was not listed before the daemon was lost, nobody can say later whether it is still that.
on('links', () => {
  showUndo(changes.at(-1)?.lost);
  if (maySteer()) return;
  for (const id of changes.flatMap(({ ids }) => ids)) if (!births.has(id)) births.set(id, null);
});
on('state', () => {
  for (const { id, created } of inForce()) {
    if (births.has(id) && births.get(id) !== created) {
      disown(id);
      showUndo(changes.at(-1)?.lost);
    }
    births.set(id, created);
  }
  if (births.size <= birthCapacity) return;
  const known = new Set([...inForce().map(({ id }) => id), ...changes.flatMap(({ ids }) => ids)]);
  for (const id of births.keys()) if (!known.has(id)) births.delete(id);
});

/** The parameters that every override takes, as the settings have them. */
export function common() {
  const params = { target: element('target').value || 'all' };
  const duration = number(element('duration'));
  if (duration !== undefined) params.duration = duration;
  const lasts = element('lasts').value;
  if (lasts) params[lasts] = true;
  return params;
}

/** The same in words, on the lid of the box that they are in. */
export function showTerms() {
  const { value, options, selectedIndex } = element('target');
  const words = [value === 'all' || !value ? 'for everyone' : `for ${options[selectedIndex].text}`];
  const { value: duration, validity } = element('duration');
  if (validity.badInput) words.push('for a time that is no number');
  else if (duration !== '') words.push(`for ${span(Number(duration))}`);
  words.push(element('lasts').selectedOptions[0].text);
  element('terms').textContent = words.join(', ');
}
element('common').addEventListener('input', showTerms);

const inForce = () => facts.state.overrides?.overrides ?? [];

/** What a route begun elsewhere is made of, the daemon does not tell. */
const isKnown = ({ id, kind }) => routes.has(id) || !['push', 'start', 'play'].includes(kind);

/** The button says what stays away, since nobody here knows what it was made of. */
function showUndo(lost = []) {
  const names = lost.map(({ id, kind }) => `${id} ${kind}`).join(', ');
  element('undo').disabled = changes.length === 0 || !maySteer();
  element('undo').title = names && `Does not bring back ${names}: its points were given elsewhere`;
}

function note({ ids, before }) {
  const lost = before.filter((each) => !isKnown(each));
  const restore = before.filter(isKnown);
  if (ids.length || restore.length) changes.push({ ids, restore, lost });
  if (changes.length > undoCapacity) changes.shift();
  showUndo(lost);
}

const isReplacement = (kind) => ['set', 'push', 'start', 'play', 'run'].includes(kind);

/** What a change will take the place of, by the daemon's word of now. */
async function replacedBy(params) {
  if (!isReplacement(params.kind)) return [];
  const target = params.target ?? 'all';
  const { overrides } = await call('overrides');
  return overrides.filter((each) => isReplacement(each.kind) && each.target === target);
}

/** Sets an override; one that follows that of the last change, as steps of a drive do, belongs to it. */
export async function set(params, { follows } = {}) {
  const all = { ...common(), ...params };
  const step = follows !== undefined && changes.findLast(({ ids }) => ids.includes(follows));
  const before = step ? [] : await replacedBy(all);
  const id = own((await call('setOverride', all)).id);
  if (step) step.ids = [id];
  else note({ ids: [id], before });
  return id;
}

/** Plays a route; what it was made of is kept for undoing. */
export async function play(route, params) {
  const all = { ...common(), ...params };
  const before = await replacedBy(all);
  const id = own((await drive(route, all)).id);
  routes.set(id, { route, params: all });
  note({ ids: [id], before });
  return id;
}

async function again(override) {
  const kept = routes.get(override.id);
  const { points, complete, ...rest } = override.parameters;
  const params = kept ? { ...kept.params } : rest;
  if (override.expiresIn !== undefined) params.duration = override.expiresIn;
  const answer = kept ? await drive(kept.route, params) : await call('setOverride', params);
  const id = own(answer.id);
  if (kept) routes.set(id, kept);
  await goOn(id, override.progress);
  return id;
}

/** A route goes on where it was, and stands where it stood. */
async function goOn(id, progress) {
  if (!progress) return;
  const { elapsed, state } = progress;
  if (elapsed > 0) await call('seek', { id, seconds: elapsed });
  if (state === 'paused') await call('pause', { id });
}

export async function clear(ids) {
  // The page's own list may be a second old.
  const { overrides } = await call('overrides');
  const { cleared } = await call('clearOverrides', ids ? { ids } : {});
  end(cleared);
  const before = overrides.filter((each) => cleared.includes(each.id));
  if (before.length) note({ ids: [], before });
}

/** A route that was sent anew has another identifier. */
on('renamed', ({ from, to }) => {
  for (const change of changes) change.ids = change.ids.map((each) => (each === from ? to : each));
  if (routes.has(from)) routes.set(to, routes.get(from));
  routes.delete(from);
});

async function undo() {
  // What cannot be carried out now is not forgotten.
  if (!maySteer()) return;
  const change = changes.pop();
  showUndo(changes.at(-1)?.lost);
  if (!change) return;
  // What the change put there goes, unless putting back the old one takes its place.
  const { ids } = change;
  // It may have ended by itself.
  if (ids.length && !change.restore.length) {
    await call('clearOverrides', { ids }).then(({ cleared }) => end(cleared)).catch(() => {});
  }
  for (const override of change.restore) {
    const id = await again(override);
    for (const other of changes) {
      other.ids = other.ids.map((each) => (each === override.id ? id : each));
    }
  }
}

/** What it does, in the units and the form of coordinates of choice. */
export function words({ kind, summary, parameters }) {
  const { latitude, longitude } = parameters ?? {};
  if (kind !== 'set' || latitude === undefined) return inUnits(summary);
  return inUnits(summary).replace(/^[^,]+,[^,]+/, () => placed(latitude, longitude));
}

function item(override) {
  const { owner } = override;
  const who = owner.unit ?? `uid ${owner.uid}${owner.pid ? `, pid ${owner.pid}` : ''}`;
  const left = override.expiresIn === undefined ? null : `${span(override.expiresIn)} left`;
  const lease = override.lease ? 'ends with its owner' : override.persist ? 'kept over restarts' : null;
  const target = override.target === 'all' ? 'for everyone' : `for ${override.target}`;
  const facts = [target, `by ${who}`, left, lease].filter(Boolean).join(' · ');
  return make(
    'li',
    { className: override.kind },
    make('b', {}, `${override.id} ${override.kind}`),
    // Where the summary has nothing but the name, that stands in the kind already.
    override.kind.endsWith(override.summary) ? null : make('span', {}, ` ${words(override)} `),
    make('small', {}, facts),
    maySteer()
      ? button('Clear', () => attempt(() => clear([override.id])), `Clear ${override.id}`)
      : null,
  );
}

function show() {
  const overrides = inForce();
  element('clear').disabled = overrides.length === 0 || !maySteer();
  refill(
    element('active'),
    overrides.length ? overrides.map(item) : [make('li', {}, 'nothing: locations are real')],
  );
}
on('state', show);
for (const name of ['settings', 'placed']) on(name, () => { if (maySteer()) show(); });
on('links', () => {
  if (maySteer()) return;
  element('clear').disabled = true;
  element('active').replaceChildren(make('li', {}, 'not known: the control socket is not at hand'));
});

element('clear').addEventListener('click', () => attempt(() => clear()));
/** One after the other, as the identifiers of one change are those of the next. */
let undoing = Promise.resolve();
const undoNext = () => { undoing = undoing.then(() => attempt(undo)); };

element('undo').addEventListener('click', undoNext);
document.addEventListener('keydown', (event) => {
  const isField = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
  if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || isField) return;
  event.preventDefault();
  undoNext();
});
