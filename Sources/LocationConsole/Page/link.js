// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

// The stream from the console's server and the commands to it.

const listeners = new Map();
let stream = null;

export const facts = { isUnknown: false, links: null, state: {}, location: null, loss: null, sky: null };
/** Overrides that were in force when it was heard last, and those that have ended since. */
let standing = new Set();
const ended = new Set();

/** Calls `body` with the data of each event of that name. */
export function on(name, body) {
  if (!listeners.has(name)) listeners.set(name, []);
  listeners.get(name).push(body);
}

export function emit(name, data) {
  for (const body of listeners.get(name) ?? []) body(data);
}

/** Whether the control socket takes commands from this user. */
export const maySteer = () => facts.links?.control.isConnected === true;

/** What is not heard of any more is not known any more. */
function setLinks(links) {
  facts.links = links;
  if (!links?.subscriber.isConnected) Object.assign(facts, { location: null, loss: null, sky: null });
  if (links?.control.isConnected) return;
  facts.state = {};
  // A daemon that comes back begins to count anew.
  standing = new Set();
  ended.clear();
}

/** What an override made is not told any more once it has ended, until a location comes. */
export function end(ids) {
  ids.forEach((id) => ended.add(id));
  if (!facts.location?.source.overrides?.some((id) => ended.has(id))) return;
  facts.location = null;
  emit('outdated', null);
}

function setState(state) {
  facts.state = state;
  const now = new Set((state.overrides?.overrides ?? []).map((each) => each.id));
  end([...standing].filter((id) => !now.has(id)));
  standing = now;
}

export function connect() {
  const source = new EventSource('/events');
  const take = (name, body) =>
    source.addEventListener(name, (event) => {
      const data = JSON.parse(event.data);
      body(data);
      emit(name, data);
    });
  take('hello', (data) => {
    stream = data.stream;
    facts.isUnknown = false;
  });
  take('links', setLinks);
  take('state', setState);
  take('history', () => {});
  take('visits', () => {});
  take('ended', ({ params }) => end([params.id]));
  take('renamed', () => {});
  take('notice', () => {});
  take('callback', (data) => {
    const params = data.params ?? {};
    if (data.method === 'didUpdateLocations') {
      facts.location = params.locations.at(-1);
      facts.loss = null;
      // What is told holds, whatever was heard of it before.
      facts.location.source.overrides?.forEach((id) => ended.delete(id));
    } else if (data.method === 'didFailWithError') {
      facts.loss = params.error;
    } else if (data.method === 'didUpdateSatellites') {
      facts.sky = params;
    }
  });
  source.onerror = () => {
    stream = null;
    setLinks(null);
    emit('links', null);
    // The browser tries again by itself unless it was refused.
    if (source.readyState === EventSource.CLOSED) askAgain();
  };
}

/** A console that was started anew does not know this page, however long it waits. */
async function askAgain() {
  const response = await fetch('/tables').catch(() => null);
  facts.isUnknown = response?.status === 403;
  emit('links', null);
  setTimeout(connect, 1000);
}

async function ask(path, body, isRaw) {
  const options = { method: 'POST', body: isRaw ? body : JSON.stringify(body) };
  const response = await fetch(path, options);
  const text = await response.text();
  const isJSON = response.headers.get('Content-Type') === 'application/json';
  const answer = isJSON ? JSON.parse(text) : { error: text.trim() };
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

/** One request to the control socket. */
export const call = (method, params = {}) => ask('/rpc', { method, params, stream });
/** A route of points, or of a track that was sent before. */
export const drive = (route, params) => ask('/route', { ...route, params, stream });
/** Reads a file, or only its track of that number. */
export const sendTrack = (file, number) =>
  ask(`/track?name=${encodeURIComponent(file.name)}&track=${number}`, file, true);
/** Metres along points, on the ellipsoid as everywhere else. */
export const measure = async (points) => (await ask('/measure', { points })).metres;
export const newAddress = () => ask('/link', {});

export async function get(path) {
  const response = await fetch(path);
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

/** Carries out something for a person, who sees why it failed. */
export async function attempt(body) {
  try {
    const value = await body();
    emit('success', null);
    return value;
  } catch (error) {
    emit('notice', { text: error.message });
    return undefined;
  }
}
