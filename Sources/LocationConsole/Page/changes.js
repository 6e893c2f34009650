// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

// Forms for every transform and fault, made from the daemon's own table; and the target chooser.

import { attempt, on } from './link.js';
import { set, showTerms } from './active.js';
import { field, make, numbers } from './panels.js';
import { selectors } from './selectors.js';

const element = (id) => document.getElementById(id);

function chosen(tables) {
  const index = Number(element('kind').value);
  return tables.changes[index];
}

function show(tables) {
  const change = chosen(tables);
  element('summary').textContent = change.summary;
  element('parameters').replaceChildren(
    ...change.parameters.map((limit) => field(limit, limit.name, limit.help)),
  );
}

/** Who can be chosen as a target: everybody, each session, unit, program and user. */
function targets(subscribers) {
  const found = new Map([['all', 'everyone'], ...subscribers.flatMap(selectors)]);
  for (const surface of ['native', 'gpsd', 'nmea']) {
    found.set(`surface=${surface}`, `all on the ${surface} surface`);
  }
  return found;
}

on('state', (state) => {
  const select = element('target');
  if (document.activeElement === select) return;
  const found = targets(state.subscribers?.subscribers ?? []);
  // What was chosen stays chosen, also after the program has gone.
  if (select.value && !found.has(select.value)) found.set(select.value, `${select.value} (gone)`);
  const now = [...select.options].map((each) => each.value).join();
  if (now === [...found.keys()].join()) return;
  const value = select.value || 'all';
  select.replaceChildren(...[...found].map(([key, text]) => make('option', { value: key }, text)));
  select.value = value;
  showTerms();
});

export function prepareChanges(tables) {
  for (const kind of ['transform', 'fault']) {
    const group = make('optgroup', { label: `${kind}s` });
    tables.changes.forEach((change, index) => {
      if (change.kind === kind) group.append(make('option', { value: index }, change.name));
    });
    element('kind').append(group);
  }
  element('target').append(make('option', { value: 'all' }, 'everyone'));
  element('kind').addEventListener('change', () => show(tables));
  element('changes').addEventListener('submit', (event) => {
    event.preventDefault();
    const { kind, name } = chosen(tables);
    attempt(() => set({ kind, name, ...numbers(element('parameters')) }));
  });
  show(tables);
  showTerms();
}
