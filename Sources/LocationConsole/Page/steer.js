// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

// Setting one point: by click, by the pin, by a typed place, by the joystick and the arrow keys.

/* global L */

import { attempt, call, facts, maySteer, on } from './link.js';
import { set } from './active.js';
import { map, near } from './map.js';
import { button, field, make, numbers } from './panels.js';
import { followAgain } from './places.js';
import { find, placed, speed, store, stored } from './units.js';

const element = (id) => document.getElementById(id);
const earth = 6371008.8;
let pin = null;
/** How the pin is held: from where on the screen, and whether it was moved. */
let grip = null;

const titles = {
  altitude: 'Altitude', horizontalAccuracy: 'Accuracy', verticalAccuracy: 'Vertical acc.',
  speed: 'Speed', course: 'Course', speedAccuracy: 'Speed acc.', courseAccuracy: 'Course acc.',
  ellipsoidalAltitude: 'Ellips. alt.',
};

/** Longitudes of a map that was dragged around the world come back to ±180. */
const wrap = (longitude) => ((((longitude + 180) % 360) + 360) % 360) - 180;

export async function setPoint(latitude, longitude, more = {}) {
  const point = await attempt(async () => {
    const all = { latitude, longitude: wrap(longitude), ...numbers(element('point')), ...more };
    await set({ kind: 'set', ...all });
    return all;
  });
  if (point) remember('recent', point, 20);
}

function remember(name, point, limit) {
  const { latitude, longitude } = point;
  const kept = stored(name, []).filter(
    (each) => each.latitude !== latitude || each.longitude !== longitude,
  );
  store(name, [{ ...point, at: Date.now() }, ...kept].slice(0, limit));
  showPlaces();
}

function showPlaces() {
  for (const name of ['favourites', 'recent']) {
    const items = stored(name, []).map((point) => {
      const text = point.name ?? placed(point.latitude, point.longitude);
      const { at, name: ignored, ...params } = point;
      const go = button(text, () => {
        followAgain();
        attempt(() => set({ kind: 'set', ...params }));
      });
      const forget = button('✕', () => {
        store(name, stored(name, []).filter((each) => each.at !== at));
        showPlaces();
      }, `Forget ${text}`);
      return make('li', {}, go, forget);
    });
    element(name).replaceChildren(...items);
  }
}

/** Moves the pin with whatever holds it, once that is no trembling any more. */
function pull({ clientX, clientY }) {
  grip.isMoved ||= Math.hypot(clientX - grip.x, clientY - grip.y) > 3;
  if (!grip.isMoved) return;
  pin.setLatLng(map.containerPointToLatLng([clientX + grip.left, clientY + grip.top]));
}

/** By pointer events, which reach the pin however quick the hand is, and end with its place. */
function prepareGrip(element) {
  // Neither the map nor a route that is drawn gets what is meant for the pin.
  L.DomEvent.disableClickPropagation(element);
  element.addEventListener('pointerdown', (event) => {
    event.stopPropagation();
    if (event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    const { x, y } = map.latLngToContainerPoint(pin.getLatLng());
    grip = {
      x: event.clientX, y: event.clientY, left: x - event.clientX, top: y - event.clientY,
      isMoved: false,
    };
  });
  element.addEventListener('pointermove', (event) => { if (grip) pull(event); });
  element.addEventListener('pointerup', (event) => {
    if (!grip) return;
    pull(event);
    const { isMoved } = grip;
    grip = null;
    if (!isMoved) return;
    const { lat, lng } = pin.getLatLng();
    setPoint(Math.max(-90, Math.min(90, lat)), lng);
  });
  element.addEventListener('lostpointercapture', () => { grip = null; });
}

/** The pin stands where the override is, and can be dragged from there. */
function showPin() {
  const location = facts.location;
  const isPoint = location?.source.isSimulatedBySoftware && !facts.loss && maySteer();
  if (!isPoint) {
    pin?.remove();
    grip = null;
    return;
  }
  const at = near([location.latitude, location.longitude]);
  if (!pin) {
    const icon = L.divIcon({ className: 'pin', iconSize: [28, 28] });
    pin = L.marker(at, { icon, keyboard: false, title: 'Drag to move the location' });
    pin.on('add', () => prepareGrip(pin.getElement()));
  }
  if (!grip) pin.setLatLng(at);
  pin.addTo(map);
}

// The joystick: a direction and a part of the top speed, five steps a second.

const pad = { course: 0, part: 0, timer: null, at: null, id: null, isCut: false };
/** What the pad asks for comes one after the other, however short a touch is. */
let asked = Promise.resolve();
/** The override of the drive that was begun last. */
let driven;
const ask = (body) => { asked = asked.then(() => attempt(body)); };

function step() {
  const period = 0.2;
  if (pad.part <= 0 || !pad.at) return;
  const pace = Number(element('pad-speed').value) * pad.part;
  const angle = (pad.course * Math.PI) / 180;
  const north = ((pace * period * Math.cos(angle)) / earth) * (180 / Math.PI);
  const scale = Math.max(Math.cos((pad.at.latitude * Math.PI) / 180), 0.01);
  const east = ((pace * period * Math.sin(angle)) / earth / scale) * (180 / Math.PI);
  pad.at = {
    latitude: Math.min(90, Math.max(-90, pad.at.latitude + north)),
    longitude: wrap(pad.at.longitude + east),
  };
  const { id } = pad;
  if (!id) return;
  const point = { ...pad.at, speed: pace, course: pad.course };
  attempt(() => call('pushLocations', {
    id, points: [{ ...numbers(element('point')), ...point }],
  }).catch((error) => { cut(id, error); }));
}

/** Somebody has cleared what was driven: it stays so, until the pad is touched anew. */
function cut(id, error) {
  if (pad.id !== id) return;
  stop();
  pad.isCut = true;
  throw new Error(`the drive is over: ${error.message}`);
}

function stop() {
  clearInterval(pad.timer);
  pad.timer = null;
  pad.id = null;
  element('stick').style.transform = '';
}

function push(course, part) {
  if (!maySteer() || pad.isCut) return;
  pad.course = (course + 360) % 360;
  pad.part = part;
  if (pad.timer) return;
  const { lat, lng } = map.getCenter();
  pad.at = facts.location && !facts.loss
    ? { latitude: facts.location.latitude, longitude: facts.location.longitude }
    : { latitude: lat, longitude: wrap(lng) };
  pad.timer = setInterval(step, 200);
  const { timer } = pad;
  ask(async () => {
    // What the points cannot be made of is refused before anything waits for them.
    driven = undefined;
    numbers(element('point'));
    driven = await set({ kind: 'push' });
    if (pad.timer === timer) pad.id = driven;
  });
}

function release() {
  pad.isCut = false;
  if (!pad.timer) return;
  stop();
  const { at, course } = pad;
  ask(() => set({
    kind: 'set', ...numbers(element('point')), ...at, speed: 0, course,
  }, { follows: driven }));
}

function preparePad() {
  const area = element('pad');
  const keys = new Set();
  const steer = () => {
    const east = keys.has('ArrowRight') - keys.has('ArrowLeft');
    const north = keys.has('ArrowUp') - keys.has('ArrowDown');
    if (east || north) push((Math.atan2(east, north) * 180) / Math.PI, 1);
    else release();
    element('stick').style.transform = `translate(${east * 40}px, ${-north * 40}px)`;
  };
  area.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') keys.clear();
    else if (event.key.startsWith('Arrow')) keys.add(event.key);
    else return;
    event.preventDefault();
    steer();
  });
  area.addEventListener('keyup', (event) => {
    if (keys.delete(event.key)) steer();
  });
  area.addEventListener('blur', () => { keys.clear(); release(); });
  const drag = (event) => {
    if (event.buttons === 0) return;
    const box = area.getBoundingClientRect();
    const x = event.clientX - box.left - box.width / 2;
    const y = event.clientY - box.top - box.height / 2;
    const way = Math.min(Math.hypot(x, y) / (box.width / 2), 1);
    push((Math.atan2(x, -y) * 180) / Math.PI, way);
    const reach = (way * 40) / Math.max(Math.hypot(x, y), 1);
    element('stick').style.transform = `translate(${x * reach}px, ${y * reach}px)`;
  };
  area.addEventListener('pointerdown', (event) => {
    area.setPointerCapture(event.pointerId);
    drag(event);
  });
  area.addEventListener('pointermove', drag);
  area.addEventListener('pointerup', release);
  area.addEventListener('pointercancel', release);
  const show = () => {
    const text = speed(Number(element('pad-speed').value));
    element('pad-value').textContent = text;
    element('pad-speed').setAttribute('aria-valuetext', text);
  };
  on('settings', show);
  element('pad-speed').addEventListener('input', show);
  show();
}

/** Whether another part of the page takes the clicks on the map. */
export const clicks = { taker: null };

export function prepareSteering(tables) {
  element('point').append(...tables.point.map((limit) => field(limit, titles[limit.name])));
  map.on('click', ({ latlng }) => {
    if (!maySteer()) return;
    if (clicks.taker) clicks.taker(latlng);
    else setPoint(Math.max(-90, Math.min(90, latlng.lat)), latlng.lng);
  });
  map.getContainer().addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.target !== map.getContainer()) return;
    map.fire('click', { latlng: map.getCenter() });
  });
  element('set').addEventListener('submit', async (event) => {
    event.preventDefault();
    const found = await attempt(() => find(element('place').value));
    if (!found) return;
    followAgain();
    element('place').value = '';
    setPoint(found.latitude, found.longitude);
  });
  element('keep').addEventListener('click', async () => {
    const typed = element('place').value;
    const { latitude, longitude } = typed
      ? (await attempt(() => find(typed))) ?? {} : facts.location ?? {};
    if (latitude === undefined) return;
    attempt(() => remember(
      'favourites', { latitude, longitude, ...numbers(element('point')) }, 50,
    ));
  });
  on('callback', ({ method }) => {
    if (method === 'didUpdateLocations' || method === 'didFailWithError') showPin();
  });
  on('links', showPin);
  on('outdated', showPin);
  preparePad();
  for (const name of ['settings', 'placed']) on(name, showPlaces);
  showPlaces();
}
