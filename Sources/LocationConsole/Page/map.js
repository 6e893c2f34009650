// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

// The map itself: land outlines, graticule, night, scale; tiles only if the console was given some.

/* global L */

export const map = L.map('map', { worldCopyJump: true, minZoom: 2, zoomControl: true, zoomSnap: 0.5 });
map.setView([20, 0], 2);
map.attributionControl.setPrefix('Leaflet');
for (const [name, level] of [['land', 250], ['night', 260], ['grid', 270]]) {
  map.createPane(name).style.zIndex = level;
}

const steps = [30, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001];
const grid = L.layerGroup().addTo(map);

function label(text, at, className) {
  const html = Object.assign(document.createElement('span'), { textContent: text });
  const icon = L.divIcon({ className: `degree ${className}`, html, iconSize: null, iconAnchor: [0, 0] });
  return L.marker(at, { icon, interactive: false, keyboard: false, pane: 'grid' });
}

function degrees(value, positive, negative, digits) {
  if (Math.abs(value) < 1e-9) return '0°';
  return `${Math.abs(value).toFixed(digits)}°${value < 0 ? negative : positive}`;
}

/** Points of the screen between two lines, for the longest label. */
const spacing = 80;

/** Draws lines as near to each other as their labels allow. */
export function drawGraticule() {
  grid.clearLayers();
  const bounds = map.getBounds();
  const width = bounds.getEast() - bounds.getWest();
  const most = map.getSize().x / spacing;
  const step = steps.findLast((each) => width / each <= most) ?? steps[0];
  const digits = step >= 1 ? 0 : Math.ceil(-Math.log10(step));
  const style = { className: 'graticule', weight: 1, interactive: false, pane: 'grid' };
  const [south, north] = [Math.max(bounds.getSouth(), -85), Math.min(bounds.getNorth(), 85)];
  for (let x = Math.ceil(bounds.getWest() / step); x * step <= bounds.getEast(); x += 1) {
    const longitude = x * step;
    grid.addLayer(L.polyline([[south, longitude], [north, longitude]], style));
    const wrapped = ((longitude + 540) % 360) - 180;
    grid.addLayer(label(degrees(wrapped, 'E', 'W', digits), [north, longitude], 'top'));
  }
  for (let y = Math.ceil(south / step); y * step <= north; y += 1) {
    const latitude = y * step;
    grid.addLayer(L.polyline([[latitude, bounds.getWest()], [latitude, bounds.getEast()]], style));
    grid.addLayer(label(degrees(latitude, 'N', 'S', digits), [latitude, bounds.getEast()], 'side'));
  }
}

/** Points of a way in pieces that do not go once around the world where it crosses 180°. */
export function pieces(points) {
  const all = [[]];
  points.forEach(([latitude, longitude], index) => {
    const [before, from] = points[index - 1] ?? [latitude, longitude];
    const turn = longitude - from;
    if (Math.abs(turn) > 180) {
      const edge = Math.sign(from) * 180;
      const way = Math.abs(turn + 2 * edge);
      const share = way > 0 ? Math.abs(edge - from) / way : 0;
      const crossing = before + (latitude - before) * share;
      all.at(-1).push([crossing, edge]);
      all.push([[crossing, -edge]]);
    }
    all.at(-1).push([latitude, longitude]);
  });
  return all;
}

/** Whole turns, in degrees, from a longitude to its copy nearest to the middle of the view. */
const turns = (longitude) => 360 * Math.round((map.getCenter().lng - longitude) / 360);

/** A place in the copy of the world that is in view. */
export function near(at) {
  const { lat, lng } = L.latLng(at);
  return L.latLng(lat, lng + turns(lng));
}

/** The same of a way, each piece of which stays as it is. */
export function nearWay(points) {
  if (!L.LineUtil.isFlat(points)) return points.map(nearWay);
  if (points.length === 0) return [];
  const all = points.map((each) => L.latLng(each));
  const shift = turns(L.latLngBounds(all).getCenter().lng);
  return all.map(({ lat, lng }) => L.latLng(lat, lng + shift));
}

/** An area in one piece, also across 180°. */
export function nearArea(points) {
  const first = points[0][1];
  return nearWay(points.map(([latitude, longitude]) =>
    [latitude, longitude + 360 * Math.round((first - longitude) / 360)]));
}

/** All but land, night and graticule, which are drawn for every copy, comes along with the view. */
let middle = map.getCenter().lng;
function bring() {
  middle = map.getCenter().lng;
  map.eachLayer((layer) => {
    if (!['overlayPane', 'markerPane'].includes(layer.options.pane)) return;
    if (layer.getLatLngs) layer.setLatLngs(nearWay(layer.getLatLngs()));
    else if (layer.getLatLng) layer.setLatLng(near(layer.getLatLng()));
  });
}
map.on('moveend', bring);
// Who drags the map over 180° is taken a world back at once.
map.on('move', () => { if (Math.abs(map.getCenter().lng - middle) > 180) bring(); });

/** Where the sun stands overhead, to a tenth of a degree. */
export function sun(date) {
  const days = date.getTime() / 86400000 - 10957.5;
  const radians = Math.PI / 180;
  const mean = (357.529 + 0.98560028 * days) * radians;
  const longitude =
    (280.459 + 0.98564736 * days + 1.915 * Math.sin(mean) + 0.02 * Math.sin(2 * mean)) * radians;
  const tilt = 23.439 * radians;
  const ascension = Math.atan2(Math.cos(tilt) * Math.sin(longitude), Math.cos(longitude)) / radians;
  const turned = 280.46062 + 360.98564737 * days;
  return {
    latitude: Math.asin(Math.sin(tilt) * Math.sin(longitude)) / radians,
    longitude: ((((ascension - turned) % 360) + 540) % 360) - 180,
  };
}

const night = L.polygon([], { className: 'night', stroke: false, interactive: false, pane: 'night' });
night.addTo(map);

export function drawNight(date = new Date()) {
  const { latitude, longitude } = sun(date);
  const radians = Math.PI / 180;
  const declination = Math.abs(latitude) < 0.01 ? 0.01 : latitude;
  const edge = [];
  for (let x = -540; x <= 540; x += 2) {
    const hour = (x - longitude) * radians;
    edge.push([Math.atan(-Math.cos(hour) / Math.tan(declination * radians)) / radians, x]);
  }
  const pole = declination > 0 ? -89.9 : 89.9;
  night.setLatLngs([[pole, -540], ...edge, [pole, 540]]);
}

/** What is drawn in colours of the page, and again when they change. */
const themes = [];
export const showColours = () => themes.forEach((draw) => draw());
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', showColours);

let scale = null;
export function showScale(isImperial) {
  scale?.remove();
  scale = L.control.scale({ metric: !isImperial, imperial: isImperial }).addTo(map);
}

const ink = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Land is there if it was made with the package; the map does without it. */
async function drawLand() {
  const response = await fetch('/page/land.json');
  const renderer = L.canvas({ pane: 'land', padding: 0.3 });
  const style = {
    weight: 1, fillOpacity: 1, interactive: false, pane: 'land', renderer, smoothFactor: 1.5,
  };
  // One shape for each ring, as those that are out of sight cost nothing.
  const shapes = (await response.json()).map((rings) => rings.map((ring) => (shift) => {
    const points = [];
    for (let index = 0; index + 1 < ring.length; index += 2) {
      points.push([ring[index + 1] / 100, ring[index] / 100 + shift]);
    }
    return L.polygon(points, style);
  }));
  // The world once more on each side, for as long as it is in sight. Lakes lie on the land.
  const worlds = [-360, 0, 360].map((shift) =>
    shapes.map((group) => L.featureGroup(group.map((shape) => shape(shift)))));
  const colour = () => {
    for (const [land, lakes] of worlds) {
      land.setStyle({ fillColor: ink('--land'), color: ink('--coast') });
      lakes.setStyle({ fillColor: ink('--water'), color: ink('--coast') });
    }
  };
  const show = () => {
    const bounds = map.getBounds();
    const isNeeded = [bounds.getWest() < -169, true, bounds.getEast() > 180];
    worlds.flat().forEach((group, index) => {
      if (isNeeded[Math.floor(index / 2)]) group.addTo(map);
      else group.remove();
    });
  };
  colour();
  show();
  map.on('moveend', show);
  themes.push(colour);
}

export function showMap(tables) {
  if (tables.tiles) {
    // A cookie is for every port of its host: a tile server on this machine must not get it.
    const isHere = new URL(tables.tiles.replace(/[{}]/g, '')).hostname === location.hostname;
    L.tileLayer(tables.tiles, { maxZoom: 19, crossOrigin: isHere ? 'anonymous' : false }).addTo(map);
  } else if (tables.hasOutlines) drawLand();
  map.on('moveend', drawGraticule);
  drawGraticule();
  drawNight();
  setInterval(drawNight, 60000);
  new ResizeObserver(() => map.invalidateSize()).observe(map.getContainer());
}
