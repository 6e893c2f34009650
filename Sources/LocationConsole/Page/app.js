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
  const { isUnknown, links } = facts;
  if (!links && isUnknown) return 'the console was started anew; open the address that it printed';
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
let isOld = false;

/** The sentence is read aloud when it changes, so it has no number that always does; whether it did. */
function showTruth() {
  const { location, loss } = facts;
  const isSimulated = location?.source.isSimulatedBySoftware === true;
  let text = 'waiting for a location';
  if (loss) text = `no location: ${loss.message || loss.name}`;
  else if (location) text = isSimulated ? 'SIMULATED' : 'real location';
  const isOther = text !== shown;
  if (isOther) truth.textContent = text;
  shown = text;
  document.body.dataset.truth = loss || !location ? 'none' : isSimulated ? 'simulated' : 'real';
  return isOther;
}

async function showPosition() {
  const { location, loss } = facts;
  // The grids are asked for, and meanwhile another location may have come.
  isOld = isWriting;
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
  isWriting = false;
  if (isOld) await showPosition();
  else element('position').textContent = parts.join(' · ');
}

/** Milliseconds between two positions: people do not read faster. */
const period = 200;
let planned = null;
function planPosition() {
  planned ??= setTimeout(() => { planned = null; showPosition(); }, period);
}

let isWritingReal = false;

/** Where the receiver is, whatever is told; only who may override may know. */
async function showReal() {
  const live = facts.state.liveLocation?.location;
  if (isWritingReal) return;
  isWritingReal = true;
  const where = live && await place(live.latitude, live.longitude).catch(() => '');
  const text = where ? `really ${where} · ±${length(live.horizontalAccuracy)}` : 'no real fix now';
  element('real').textContent = maySteer() ? text : '';
  isWritingReal = false;
}

function showTheme() {
  const theme = stored('theme', '');
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  showColours();
}

function prepareSettings() {
  const all = [['units', 'metric'], ['form', 'decimal'], ['theme', '']];
  const read = () => { for (const [id, value] of all) element(id).value = stored(id, value); };
  const apply = () => {
    showTheme();
    showScale(stored('units', 'metric') === 'imperial');
    showPosition();
    showReal();
    emit('settings', null);
  };
  read();
  for (const [id] of all) {
    element(id).addEventListener('change', () => {
      store(id, element(id).value);
      apply();
    });
  }
  // Another page of this browser has changed them.
  window.addEventListener('storage', () => {
    read();
    apply();
  });
  element('link').addEventListener('click', async () => {
    const answer = await attempt(newAddress);
    if (answer) element('address').textContent = location.origin + answer.path;
  });
}

on('links', () => {
  showLinks();
  showTruth();
  showPosition();
  showReal();
});
on('state', showReal);
on('outdated', () => {
  showTruth();
  showPosition();
});
on('callback', ({ method }) => {
  if (method !== 'didUpdateLocations' && method !== 'didFailWithError') return;
  // The place beside a word is the one that the word is about.
  if (showTruth()) showPosition();
  else planPosition();
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
