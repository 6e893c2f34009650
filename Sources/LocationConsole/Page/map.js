// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

// The map itself: land outlines, graticule, night, scale; tiles only if the console was given some.

/* global L */

export const map = L.map('map', { worldCopyJump: true, minZoom: 2, zoomControl: true, zoomSnap: 0.5 });
map.setView([20, 0], 2);
map.attributionControl.setPrefix('Leaflet');
L.control.scale().addTo(map);
for (const [name, level] of [['land', 250], ['night', 260], ['grid', 270]]) {
  map.createPane(name).style.zIndex = level;
}

const steps = [30, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001];
const grid = L.layerGroup().addTo(map);

function label(text, at, iconAnchor = [0, 0]) {
  const html = Object.assign(document.createElement('span'), { textContent: text });
  const icon = L.divIcon({ className: 'degree', html, iconSize: null, iconAnchor });
  return L.marker(at, { icon, interactive: false, keyboard: false, pane: 'grid' });
}

function degrees(value, positive, negative, digits) {
  if (Math.abs(value) < 1e-9) return '0°';
  return `${Math.abs(value).toFixed(digits)}°${value < 0 ? negative : positive}`;
}

/** Draws so many lines that they are a hand's width apart. */
export function drawGraticule() {
  grid.clearLayers();
  const bounds = map.getBounds();
  const width = bounds.getEast() - bounds.getWest();
  const step = steps.find((each) => width / each >= 4) ?? steps.at(-1);
  const digits = step >= 1 ? 0 : Math.ceil(-Math.log10(step));
  const style = { className: 'graticule', weight: 1, interactive: false, pane: 'grid' };
  const [south, north] = [Math.max(bounds.getSouth(), -85), Math.min(bounds.getNorth(), 85)];
  for (let x = Math.ceil(bounds.getWest() / step); x * step <= bounds.getEast(); x += 1) {
    const longitude = x * step;
    grid.addLayer(L.polyline([[south, longitude], [north, longitude]], style));
    const wrapped = ((longitude + 540) % 360) - 180;
    grid.addLayer(label(degrees(wrapped, 'E', 'W', digits), [south, longitude], [0, 18]));
  }
  for (let y = Math.ceil(south / step); y * step <= north; y += 1) {
    const latitude = y * step;
    grid.addLayer(L.polyline([[latitude, bounds.getWest()], [latitude, bounds.getEast()]], style));
    grid.addLayer(label(degrees(latitude, 'N', 'S', digits), [latitude, bounds.getWest()]));
  }
}

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

/** Outlines are there if they were made with the package; the map does without them. */
async function drawLand() {
  const response = await fetch('/page/land.json');
  const renderer = L.canvas({ pane: 'land', padding: 0.3 });
  const style = { color: '#7d8f7a', weight: 1, interactive: false, pane: 'land', renderer };
  for (const line of await response.json()) {
    const points = [];
    for (let index = 0; index + 1 < line.length; index += 2) {
      points.push([line[index + 1] / 100, line[index] / 100]);
    }
    L.polyline(points, { ...style, smoothFactor: 1.5 }).addTo(map);
  }
}

export function showMap(tables) {
  if (tables.tiles) L.tileLayer(tables.tiles, { maxZoom: 19 }).addTo(map);
  else if (tables.hasOutlines) drawLand();
  map.on('moveend', drawGraticule);
  drawGraticule();
  drawNight();
  setInterval(drawNight, 60000);
  new ResizeObserver(() => map.invalidateSize()).observe(map.getContainer());
}
