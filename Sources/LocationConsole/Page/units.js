// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

// Values as people read them, by the units and the form of coordinates that they chose.

import { emit, get } from './link.js';

const systems = {
  metric: { length: [1, 'm'], far: [1000, 'km'], speed: [1 / 3.6, 'km/h'] },
  imperial: { length: [0.3048, 'ft'], far: [1609.344, 'mi'], speed: [0.44704, 'mph'] },
  nautical: { length: [1, 'm'], far: [1852, 'NM'], speed: [1852 / 3600, 'kn'] },
};

/** What was stored, or what stands for it. */
export function stored(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export const store = (name, value) => localStorage.setItem(name, JSON.stringify(value));

/** What an axis needs to know of a length or a speed in the units of choice. */
export function scale(kind) {
  const [factor, unit] = system()[kind];
  return { factor, unit, least: 1, digits: 1 };
}

const system = () => systems[stored('units', 'metric')] ?? systems.metric;

/** What a parameter of the daemon is typed in, and how much of the daemon's unit one of that is. */
export function unitOf(unit) {
  const kind = { m: 'length', 'm/s': 'speed' }[unit];
  if (!kind) return { factor: 1, unit };
  const [factor, name] = system()[kind];
  return { factor, unit: name };
}

/** Numbers of the daemon's units in a line of its, in the units of choice. */
export const inUnits = (text) =>
  text.replace(/(-?\d[\d.]*(?:e[-+]?\d+)?) (m\/s|m)(?=,|$| every)/g, (all, value, unit) => {
    const chosen = unitOf(unit);
    if (chosen.unit === unit) return all;
    return `${Number((value / chosen.factor).toPrecision(6))} ${chosen.unit}`;
  });

export const counted = (count, noun) => `${count} ${noun}${count === 1 ? '' : 's'}`;
const scaled = (value, [factor, unit], digits) => `${(value / factor).toFixed(digits)} ${unit}`;

export const length = (metres) => scaled(metres, system().length, 1);
export const speed = (mps) => scaled(mps, system().speed, 1);

export function distance(metres) {
  const { far } = system();
  return metres < far[0] ? length(metres) : scaled(metres, far, 2);
}

/** As all programs of locationd say it: its two largest units. */
export function span(seconds) {
  if (seconds < 10) return `${Number(Math.max(0, seconds).toFixed(1))} s`;
  const whole = Math.floor(seconds);
  const parts = [
    [Math.floor(whole / 86400), 'd'], [Math.floor(whole / 3600) % 24, 'h'],
    [Math.floor(whole / 60) % 60, 'min'], [whole % 60, 's'],
  ];
  const first = parts.findIndex(([count]) => count > 0);
  return parts.slice(first, first + 2).filter(([count]) => count > 0)
    .map((part) => part.join(' ')).join(' ');
}

function sexagesimal(value, positive, negative) {
  // Tenths of a second first, so that nothing rounds up to 60.
  const tenths = Math.round(Math.abs(value) * 36000);
  const seconds = String(((tenths % 600) / 10).toFixed(1)).padStart(4, '0');
  const minutes = String(Math.floor(tenths / 600) % 60).padStart(2, '0');
  return `${Math.floor(tenths / 36000)}°${minutes}'${seconds}"${value < 0 ? negative : positive}`;
}

export const decimal = (latitude, longitude) => `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`;
export const dms = (latitude, longitude) =>
  `${sexagesimal(latitude, 'N', 'S')} ${sexagesimal(longitude, 'E', 'W')}`;

/** A place in the chosen form; the server knows the grids. */
export async function place(latitude, longitude) {
  const form = stored('form', 'decimal');
  if (form === 'dms') return dms(latitude, longitude);
  if (form === 'decimal') return decimal(latitude, longitude);
  const answer = await get(`/grid?latitude=${latitude}&longitude=${longitude}`);
  return answer[form] ?? decimal(latitude, longitude);
}

/** Texts of the grids, which are asked for. */
const grids = new Map();
const gridCapacity = 500;

/** The same at once, at first in degrees where it has to be asked for; `placed` tells when it is there. */
export function placed(latitude, longitude) {
  const form = stored('form', 'decimal');
  if (form === 'dms') return dms(latitude, longitude);
  if (form === 'decimal') return decimal(latitude, longitude);
  const key = `${form} ${latitude} ${longitude}`;
  if (!grids.has(key)) {
    if (grids.size >= gridCapacity) grids.clear();
    grids.set(key, decimal(latitude, longitude));
    place(latitude, longitude).then((text) => {
      grids.set(key, text);
      emit('placed', null);
    }, () => grids.delete(key));
  }
  return grids.get(key);
}

/** A `geo:` address by its place alone, and degrees without blanks beside their letters and within. */
export function plain(text) {
  const [, latitude, longitude] = /^\s*geo:([^,;?]+),([^,;?]+)/i.exec(text) ?? [];
  if (longitude !== undefined) return `${latitude}, ${longitude}`;
  const joined = text.replace(/([°º'′])\s+(?=[\d.]+\s*['"′″])/g, '$1');
  // The letters may stand before the numbers or after them.
  const before = /^\s*([NS])\s*(\d[^NSEW]*?)[,\s]+([EW])\s*(?=\d)/i;
  if (before.test(joined)) return joined.replace(before, '$1$2 $3');
  return joined.replace(/([\d°º'"′″])\s+(?=[NSEW](?![A-Za-z\d]))/gi, '$1');
}

/** Reads whatever form a person typed. */
export const find = (text) => get(`/find?text=${encodeURIComponent(plain(text))}`);
