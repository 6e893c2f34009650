// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

// Selectors that match the subscriber that they are made of.

/** A comma begins another term, and an empty value is none. */
const isValue = (text) => /^[^,\p{Cc}]{1,1000}$/u.test(text);

/** Pairs of a selector and what people read in its place. */
export function selectors(subscriber) {
  const { session, unit, userUnit, exe, client, uid, pid } = subscriber;
  const found = [['session', session, `${session}: ${client?.name ?? exe ?? `pid ${pid}`}`]];
  // The unit of a user's own manager is meant with that user; the manager itself hardly ever.
  if (unit && !userUnit) found.push(['unit', unit, unit]);
  if (userUnit) found.push([`uid=${uid},user-unit`, userUnit, `${userUnit} of user ${uid}`]);
  if (exe) found.push(['exe', exe, exe]);
  if (client?.name) found.push(['client', client.name, `clients called ${client.name}`]);
  if (uid !== undefined) found.push(['uid', String(uid), `user ${uid}`]);
  return found.filter(([, value]) => isValue(value))
    .map(([key, value, text]) => [`${key}=${value}`, text]);
}
