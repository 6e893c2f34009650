// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

// What is where: the told and the real location with their trails, regions, routes, visits.

/* global L */

import { facts, maySteer, on } from './link.js';
import { map, near, nearArea, nearWay } from './map.js';
import { make, refill } from './panels.js';
import { distance, placed } from './units.js';

const trailLength = 3600;
/** Metres between two locations that nothing on the way joins. */
const jump = 5000;
const visitCapacity = 200;
/** Milliseconds between two drawings of a trail, which is long: fifty a second are too many. */
const trailPeriod = 300;

/** One location with its accuracy, its course and the way it came. */
class Track {
  constructor(name, pane) {
    const line = { className: `${name} trail`, weight: 3, interactive: false };
    this.trail = L.polyline([], line).addTo(map);
    this.parts = [[]];
    this.timer = null;
    this.circle = L.circle([0, 0], { radius: 1, className: `${name} accuracy`, interactive: false });
    this.course = L.polyline([], { className: `${name} course`, weight: 3, interactive: false });
    this.dot = L.circleMarker([0, 0], { radius: 7, className: `${name} dot`, interactive: false });
  }

  show(location) {
    const at = near([location.latitude, location.longitude]);
    this.dot.setLatLng(at).addTo(map);
    this.circle.setLatLng(at).setRadius(location.horizontalAccuracy).addTo(map);
    if (location.course === undefined) {
      this.course.remove();
    } else {
      const start = map.latLngToLayerPoint(at);
      const angle = (location.course * Math.PI) / 180;
      const tip = start.add([Math.sin(angle) * 34, -Math.cos(angle) * 34]);
      this.course.setLatLngs([at, map.layerPointToLatLng(tip)]).addTo(map);
    }
  }

  /** Goes on with the trail, or begins another one after a jump that was no movement. */
  extend(at, isJump) {
    const { parts } = this;
    const last = parts.at(-1).at(-1);
    const isFar = last && (Math.abs(last.lng - at[1]) > 180 || map.distance(last, at) > jump);
    if ((isJump || isFar) && parts.at(-1).length) parts.push([]);
    parts.at(-1).push(L.latLng(at));
    let surplus = parts.reduce((sum, part) => sum + part.length, 0) - trailLength;
    while (surplus > 0 && parts.length) {
      if (parts[0].length <= surplus) surplus -= parts.shift().length;
      else surplus -= parts[0].splice(0, surplus).length;
    }
    this.timer ??= setTimeout(() => {
      this.timer = null;
      this.trail.setLatLngs(nearWay(this.parts));
    }, trailPeriod);
  }

  forget() { this.parts = [[]]; }

  hide() {
    for (const layer of [this.dot, this.circle, this.course]) layer.remove();
  }
}

const told = new Track('told');
const real = new Track('real');
const regions = L.layerGroup().addTo(map);
const visits = L.layerGroup().addTo(map);
let overrides = '';
let isPlaced = false;

const isSeen = (at) => map.getBounds().pad(-0.05).contains(near(at));

/** The map follows what programs are told until somebody moves it. */
let isFollowing = true;
let isOwnMove = false;

function follow(at) {
  isOwnMove = true;
  if (!isPlaced) map.setView(at, 15, { animate: false });
  else if (!isSeen(at)) map.panTo(at, { animate: false });
  isOwnMove = false;
  isPlaced = true;
}

export const stopFollowing = () => { isFollowing = false; };
map.on('dragstart', stopFollowing);
// A closer look at the place itself goes on following it; a look elsewhere does not.
let isMoved = false;
map.on('movestart', () => { isMoved = !isOwnMove; });
map.on('moveend', () => {
  const { location } = facts;
  if (isMoved && location && !isSeen([location.latitude, location.longitude])) stopFollowing();
  isMoved = false;
});
export const followAgain = () => { isFollowing = true; isPlaced = false; };

/** What stands for each visit, by its arrival: its departure is told later. */
const stays = new Map();

function describe({ horizontalAccuracy, arrivalDate, departureDate }) {
  const clock = (date) => (date ? new Date(date).toLocaleTimeString() : '…');
  const size = distance(horizontalAccuracy);
  return `visit, ${clock(arrivalDate)} to ${clock(departureDate)}, ±${size}`;
}

function showVisit(visit) {
  const { latitude, longitude, arrivalDate } = visit;
  const key = arrivalDate ?? `${latitude} ${longitude}`;
  if (stays.has(key)) visits.removeLayer(stays.get(key));
  const marker = L.circleMarker(near([latitude, longitude]), { radius: 8, className: 'visit' });
  visits.addLayer(marker.bindTooltip(make('span', {}, describe(visit))));
  marker.visit = visit;
  stays.set(key, marker);
  if (stays.size > visitCapacity) {
    const [oldest, gone] = stays.entries().next().value;
    visits.removeLayer(gone);
    stays.delete(oldest);
  }
  listVisits();
}

/** The same in words, the newest first. */
function listVisits() {
  const words = [...stays.values()].map(({ visit }) =>
    `${describe(visit)}: ${placed(visit.latitude, visit.longitude)}`).reverse();
  list('visits', words.length ? words : ['none']);
}
on('placed', listVisits);
on('settings', () => {
  for (const marker of stays.values()) {
    marker.setTooltipContent(make('span', {}, describe(marker.visit)));
  }
  listVisits();
});

const list = (id, texts) =>
  refill(document.getElementById(id), texts.map((text) => make('li', {}, make('bdi', {}, text))));

let due = null;
function draw() {
  due = null;
  const location = facts.location;
  if (!location || facts.loss) return;
  told.show(location);
  if (isFollowing) follow([location.latitude, location.longitude]);
}

on('callback', ({ method, params }) => {
  if (method === 'didUpdateLocations') {
    for (const location of params.locations) {
      const now = (location.source.overrides ?? []).join();
      told.extend([location.latitude, location.longitude], now !== overrides);
      overrides = now;
    }
    // Fifty a second are drawn as often as the screen can show them.
    due ??= requestAnimationFrame(draw);
  } else if (method === 'didFailWithError') {
    told.hide();
  } else if (method === 'didVisit') {
    showVisit(params.visit);
  }
});

on('visits', (all) => {
  visits.clearLayers();
  stays.clear();
  listVisits();
  all.forEach(showVisit);
});

on('history', (points) => {
  told.forget();
  let before = null;
  for (const [latitude, longitude, isSimulated] of points) {
    told.extend([latitude, longitude], before !== null && before !== isSimulated);
    before = isSimulated;
  }
});

on('outdated', () => told.hide());

on('links', () => {
  if (!facts.location) told.hide();
  if (!maySteer()) real.hide();
});

let seen = null;
on('state', (state) => {
  const live = state.liveLocation?.location;
  if (live) {
    real.show(live);
    if (live.sequence !== seen) real.extend([live.latitude, live.longitude], seen === null);
    seen = live.sequence;
  } else {
    real.hide();
    seen = null;
  }
  showRegions(state.regions?.regions ?? []);
});

const describeRegion = ({ region, state, session }) =>
  `${region.identifier} (${session}${region.radius ? `, ${distance(region.radius)}` : ''}): ${state}`;

/** Only when there is something new: what is read in a tooltip would vanish with its region. */
let shown = '';
function showRegions(all) {
  const words = all.map(describeRegion);
  const now = JSON.stringify([all, words]);
  if (now === shown) return;
  shown = now;
  regions.clearLayers();
  all.forEach(({ region, state: where }, index) => {
    const style = { className: `region ${where}`, weight: 2 };
    const shape = region.polygon
      ? L.polygon(nearArea(region.polygon), style)
      : L.circle(near([region.latitude, region.longitude]), { ...style, radius: region.radius });
    regions.addLayer(shape.bindTooltip(make('span', {}, words[index])));
  });
  list('regions', words.length ? words : ['none']);
}
