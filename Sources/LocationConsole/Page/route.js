// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

// Routes: drawn on the map, dropped as a file, or a scenario.

/* global L */

import { attempt, emit, maySteer, measure, on, sendTrack } from './link.js';
import { play, set } from './active.js';
import { map, near, nearWay, pieces } from './map.js';
import { button, field, fill, make, numbers } from './panels.js';
import { stopFollowing } from './places.js';
import { clicks } from './steer.js';
import { counted, distance, span } from './units.js';

const element = (id) => document.getElementById(id);
const line = L.polyline([], { className: 'route', weight: 4 }).addTo(map);
const corners = L.layerGroup().addTo(map);
/** Points that were drawn, or the track that the server keeps. */
let drawn = [];
let track = null;
/** The file of the track, to be read again for one of its tracks. */
let source = null;
/** Points that the daemon holds at once; a longer route is sent while it plays. */
let longest = 0;
/** Bytes of a file that the console reads; `locationctl play` takes one of any size. */
let largest = Infinity;

/** The length of the points that were drawn, which the server knows. */
let measured = { points: '', metres: 0 };
async function measureDrawn() {
  const points = String(drawn);
  if (drawn.length < 2 || measured.points === points) return;
  const metres = await attempt(() => measure(drawn));
  if (metres === undefined || String(drawn) !== points) return;
  measured = { points, metres };
  show();
}

function show() {
  const parts = track ? track.line : [drawn];
  const count = track?.points ?? drawn.length;
  line.setLatLngs(nearWay(parts.flatMap(pieces)));
  corners.clearLayers();
  for (const point of track ? [] : drawn) {
    corners.addLayer(L.circleMarker(near(point), { radius: 4, className: 'route', interactive: false }));
  }
  if (!track) measureDrawn();
  const metres = track?.metres ?? (measured.points === String(drawn) ? measured.metres : 0);
  const words = [];
  if (track) words.push(`${track.name}: ${track.format}, ${counted(track.points, 'point')}`);
  else if (drawn.length) words.push(counted(drawn.length, 'point'));
  if (metres) words.push(distance(metres));
  if (track) words.push(span(track.seconds));
  element('drawn').textContent = words.join(', ') || 'no route yet';
  element('drive').querySelector('[type=submit]').disabled = count < 2;
  element('forget').disabled = count === 0;
  for (const id of ['route-times', 'route-dates']) element(id).disabled = !track;
  const isLong = track?.isLong ?? drawn.length > longest;
  element('route-loop').disabled = isLong;
  if (isLong) element('route-loop').checked = false;
  showFields();
}

/** A file's own pace leaves no room for a speed, nor a speed for its own times of day. */
function showFields() {
  const isTimed = track !== null && element('route-times').checked;
  for (const name of ['speed', 'distance']) {
    element('route-fields').querySelector(`[name=${name}]`).disabled = isTimed;
  }
  element('route-fields').querySelector('[name=seed]').disabled = !track;
  element('route-dates').disabled = !isTimed;
  // By a speed the times of the file do not matter, repaired or not.
  const notes = [...(track?.notes ?? []), ...(isTimed && track.timeNote ? [track.timeNote] : [])];
  element('notes').replaceChildren(...notes.map((note) => make('li', {}, make('bdi', {}, note))));
}

/** The tracks of the file, where it has several. */
function showTracks(count) {
  element('tracks').hidden = count < 2;
  const options = [make('option', { value: '' }, 'all, one after the other')];
  for (let index = 1; index <= count; index += 1) {
    options.push(make('option', { value: index }, `the ${index}. of ${count}`));
  }
  element('track').replaceChildren(...options);
}

function draw(isWanted) {
  // Who draws looks at the route, wherever the receiver is.
  if (isWanted) stopFollowing();
  element('draw').setAttribute('aria-pressed', String(isWanted));
  map.getContainer().classList.toggle('drawing', isWanted);
  clicks.taker = isWanted
    ? ({ lat, lng }) => {
      const longitude = ((((lng + 180) % 360) + 360) % 360) - 180;
      track = null;
      drawn.push([Math.max(-90, Math.min(90, lat)), longitude]);
      show();
    }
    : null;
}

/** What was said of one file says nothing of another one. */
function forgetPart() {
  for (const name of ['from', 'to']) {
    element('route-fields').querySelector(`[name=${name}]`).value = '';
  }
  element('route-dates').checked = false;
}

const mebibytes = (bytes) => `${(bytes / 2 ** 20).toFixed(1)} MiB`;

function send(file, number) {
  if (file.size <= largest) return sendTrack(file, number);
  throw new Error(`${file.name} has ${mebibytes(file.size)}, and a file here at most `
    + `${mebibytes(largest)}; locationctl play takes one of any size`);
}

/** How many files were chosen: a large one that is read later than the next must not replace that. */
let chosen = 0;

async function take(file, number = '') {
  const own = chosen += 1;
  const kept = await attempt(() => send(file, number));
  if (!kept || own !== chosen) return false;
  track = kept;
  source = file;
  if (number === '') {
    showTracks(track.tracks);
    forgetPart();
  }
  drawn = [];
  draw(false);
  element('route-times').checked = track.seconds > 0;
  show();
  stopFollowing();
  // Without a greatest zoom a track of one place would have none.
  map.fitBounds(line.getBounds().pad(0.1), { animate: false, maxZoom: 17 });
  return true;
}

function prepareDrop() {
  const container = map.getContainer();
  const isFile = (event) => [...(event.dataTransfer?.types ?? [])].includes('Files');
  for (const name of ['dragover', 'drop']) {
    // A file that is dropped beside the map must not replace the page.
    document.addEventListener(name, (event) => { if (isFile(event)) event.preventDefault(); });
  }
  container.addEventListener('drop', (event) => {
    const { files } = event.dataTransfer;
    if (!maySteer() || !files.length) return;
    const [first, ...others] = files;
    take(first).then((isTaken) => {
      if (!isTaken || !others.length) return;
      const names = others.map((file) => file.name).join(', ');
      emit('notice', { text: `one file at a time: ${first.name}, and not ${names}` });
    });
  });
  element('file').addEventListener('change', ({ target }) => {
    if (target.files.length) take(target.files[0]);
    target.value = '';
  });
  element('track').addEventListener('change', ({ target }) => take(source, target.value));
}

function parameters() {
  const params = { kind: track ? 'play' : 'start', ...numbers(element('route-fields')) };
  if (track && element('route-times').checked && element('route-dates').checked) {
    params.keepTimes = true;
  }
  if (element('route-loop').checked) params.loop = true;
  return params;
}

/** Fields with the names of the parameters, and what they begin with. */
function addFields(id, limits, titles) {
  element(id).append(...Object.entries(titles).map(([name, [title, value]]) => {
    const made = field(limits.find((each) => each.name === name), title);
    fill(made.querySelector('input'), value);
    return made;
  }));
}

export function prepareRoutes(tables) {
  longest = tables.longestRoute;
  largest = tables.largestFile;
  addFields('route-fields', tables.route, {
    speed: ['Speed', 20], rate: ['Rate', 1], interval: ['Every'], distance: ['or every'],
    from: ['From'], to: ['To'], seed: ['Seed'],
  });
  addFields('scenario-fields', tables.route, { rate: ['Rate', 1], seed: ['Seed'] });
  element('route-times').addEventListener('change', showFields);
  element('draw').addEventListener('click', () => draw(clicks.taker === null));
  element('forget').addEventListener('click', () => {
    chosen += 1;
    drawn = [];
    track = null;
    source = null;
    showTracks(0);
    forgetPart();
    draw(false);
    show();
  });
  element('drive').addEventListener('submit', (event) => {
    event.preventDefault();
    draw(false);
    attempt(() => play(track ? { track: track.id } : { points: drawn }, parameters()));
  });
  element('scenarios').append(...tables.scenarios.map(({ name, summary }) => make(
    'li',
    {},
    button(name, () => attempt(() => set({
      kind: 'run', scenario: name, ...numbers(element('scenario-fields')),
      ...(element('scenario-once').checked ? { loop: false } : {}),
    }))),
    make('small', {}, ` ${summary}`),
  )));
  prepareDrop();
  on('settings', show);
  show();
}
