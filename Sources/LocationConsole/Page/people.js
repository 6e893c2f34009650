// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

// The programs that subscribe: what each was told last and why, and who may know at all.

import { attempt, call, maySteer, on } from './link.js';
import { button, make, refill } from './panels.js';
import { selectors } from './selectors.js';
import { counted, span } from './units.js';

const element = (id) => document.getElementById(id);
const reasons = new Map();

async function explain(session) {
  const answer = await attempt(() => call('explain', { session }));
  if (answer) reasons.set(session, answer.text);
}

function item(each) {
  const name = each.client?.name ?? each.exe ?? 'a program';
  const { status, accuracy } = each.authorization ?? {};
  const told = each.lastDelivered === undefined
    ? 'nothing yet' : `${counted(each.delivered, 'location')}, the last ${span(each.lastDelivered)} ago`;
  const details = [
    each.unit, each.uid === undefined ? null : `uid ${each.uid}`, each.surface, status,
    accuracy === 'reduced' ? 'coarse' : null,
    each.overrides?.length ? `overridden by ${each.overrides.join(', ')}` : null,
    each.conflated ? `${each.conflated} skipped` : null,
  ].filter(Boolean).join(' · ');
  return make(
    'li',
    {},
    make('span', {}, make('b', {}, `${each.session} `, make('bdi', {}, name)), ` ${told} `),
    make('small', {}, details),
    button('Why?', () => explain(each.session), `Why ${each.session} got what it got`),
    reasons.has(each.session) ? make('em', {}, reasons.get(each.session)) : null,
  );
}

function decision({ decision: what, selector }) {
  return make(
    'li',
    {},
    make('b', {}, what),
    ' ',
    make('bdi', {}, selector),
    ' ',
    maySteer()
      ? button('Forget', () => decide('privacyReset', { selector }), `Forget ${selector}`) : null,
  );
}

async function showDecisions() {
  const answer = await call('privacyList').catch(() => null);
  if (!answer) return;
  const items = answer.decisions.map(decision);
  items.push(make('li', {}, `everybody else: ${answer.rules.length} rules, then ${answer.fallback}`));
  refill(element('decisions'), items);
}

async function decide(method, params) {
  const answer = await attempt(() => call(method, params));
  if (answer) showDecisions();
}

/** What can be decided about: each unit, user and program, and the name that a client gave itself. */
function showSelectors(subscribers) {
  const all = subscribers.flatMap(selectors).map(([selector]) => selector);
  // A session ends soon; a decision stays.
  const found = new Set(all.filter((each) => !each.startsWith('session=')));
  const list = element('selectors');
  if ([...list.options].map((each) => each.value).join() === [...found].join()) return;
  list.replaceChildren(...[...found].map((value) => make('option', { value })));
}

on('state', (state) => {
  showSelectors(state.subscribers?.subscribers ?? []);
  const subscribers = state.subscribers?.subscribers ?? [];
  const standing = new Set(subscribers.map((each) => each.session));
  for (const session of reasons.keys()) if (!standing.has(session)) reasons.delete(session);
  refill(
    element('subscribers'),
    subscribers.length ? subscribers.map(item) : [make('li', {}, 'nobody')],
  );
});

element('grant').addEventListener('submit', (event) => {
  event.preventDefault();
  const method = event.submitter.value;
  const params = { selector: element('selector').value };
  if (method === 'privacyGrant' && element('reduced').checked) params.reduced = true;
  decide(method, params);
});

// Others may decide as well, so the list is asked for whenever it is looked at.
new MutationObserver(() => {
  if (!element('who').hidden && maySteer()) showDecisions();
}).observe(element('who'), { attributes: true, attributeFilter: ['hidden'] });
