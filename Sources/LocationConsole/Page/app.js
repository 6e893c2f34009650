// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

// What ties the parts of the page together: panels, the state on top, settings.

import { attempt, connect, emit, facts, get, maySteer, newAddress, on } from './link.js';
import { showColours, showMap, showScale } from './map.js';
import './places.js';
import { showPanels } from './panels.js';
import { prepareSteering } from './steer.js';
import { prepareRoutes } from './route.js';
import './playing.js';
import { prepareChanges } from './changes.js';
import './active.js';
import './sky.js';
import './charts.js';
import './people.js';
import './log.js';
import { length, place, speed, store, stored } from './units.js';

const element = (id) => document.getElementById(id);
const truth = element('truth');
const trouble = element('trouble');

function why() {
  const { links } = facts;
  if (!links) return 'the console is gone; waiting for it to come back';
  if (!links.subscriber.isConnected) return `locationd is gone: ${links.subscriber.reason ?? ''}`;
  if (!links.control.isConnected) return `read-only: ${links.control.reason ?? 'no control socket'}`;
  return '';
}

function showLinks() {
  const reason = why();
  if (trouble.textContent !== reason) trouble.textContent = reason;
  trouble.hidden = reason === '';
  document.body.dataset.steering = maySteer() ? 'yes' : 'no';
  for (const control of document.querySelectorAll('#steer, #route, #change, #grant')) {
    control.inert = !maySteer();
  }
}

let shown = '';
let isWriting = false;

/** The sentence is read aloud when it changes, so it has no number that always does. */
function showTruth() {
  const { location, loss } = facts;
  const isSimulated = location?.source.isSimulatedBySoftware === true;
  let text = 'waiting for a location';
  if (loss) text = `no location: ${loss.message || loss.name}`;
  else if (location) text = isSimulated ? 'SIMULATED' : 'real location';
  if (text !== shown) truth.textContent = text;
  shown = text;
  document.body.dataset.truth = loss || !location ? 'none' : isSimulated ? 'simulated' : 'real';
}

async function showPosition() {
  const { location, loss } = facts;
  if (isWriting) return;
  isWriting = true;
  const parts = [];
  if (location && !loss) {
    parts.push(await place(location.latitude, location.longitude).catch(() => ''));
    parts.push(`±${length(location.horizontalAccuracy)}`);
    if (location.speed !== undefined) parts.push(speed(location.speed));
    if (location.course !== undefined) parts.push(`${location.course.toFixed(0)}°`);
    if (location.altitude !== undefined) parts.push(`alt ${length(location.altitude)}`);
  }
  element('position').textContent = parts.join(' · ');
  isWriting = false;
}

function showTheme() {
  const theme = stored('theme', '');
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  showColours();
}

function prepareSettings() {
  for (const [id, otherwise] of [['units', 'metric'], ['form', 'decimal'], ['theme', '']]) {
    const select = element(id);
    select.value = stored(id, otherwise);
    select.addEventListener('change', () => {
      store(id, select.value);
      showTheme();
      showScale(stored('units', 'metric') === 'imperial');
      showPosition();
      emit('settings', null);
    });
  }
  element('link').addEventListener('click', async () => {
    const answer = await attempt(newAddress);
    if (answer) element('address').textContent = location.origin + answer.path;
  });
}

on('links', () => {
  showLinks();
  showTruth();
  showPosition();
});
on('outdated', () => {
  showTruth();
  showPosition();
});
let last = 0;
on('callback', ({ method }) => {
  if (method !== 'didUpdateLocations' && method !== 'didFailWithError') return;
  showTruth();
  // People do not read faster.
  if (performance.now() - last < 200) return;
  last = performance.now();
  showPosition();
});
let timer = null;
on('notice', ({ text }) => {
  trouble.textContent = text;
  trouble.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(showLinks, 8000);
});
// What went wrong before is of no interest once something has worked.
on('success', () => {
  clearTimeout(timer);
  showLinks();
});

showTheme();
showScale(stored('units', 'metric') === 'imperial');
showPanels();
prepareSettings();
const tables = await get('/tables');
showMap(tables);
prepareSteering(tables);
prepareRoutes(tables);
prepareChanges(tables);
connect();
showLinks();
