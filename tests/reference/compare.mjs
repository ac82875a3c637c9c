// Compares the messages of the program that the official SDK ships with ours: the same scenarios through the official SDK, the
// same answers of a mock API. Prints the kinds of messages where they differ, and the fields that only one of them has.
// Nothing here passes or fails: it shows developers of the engine the current behaviour of the reference.
//   npm run compare                        all scenarios
//   npm run compare -- plain,background    some of them; --whole prints every message

import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bringOfficial } from '../../bench/engine/official.mjs';
import { fieldsByKind, kindOf } from './fields.mjs';
import { play } from './play.mjs';
import { scenarios as queries } from './scenarios.mjs';
import { surroundings } from './surroundings.mjs';

const scenarios = { ...queries, ...surroundings };
const ours = fileURLToPath(new URL('../../packages/cli/bin/loadout.js', import.meta.url));
const official = bringOfficial();
const sdk = await import(pathToFileURL(official.entry).href);
const parts = { z: createRequire(official.entry)('zod').z };

const words = process.argv.slice(2);
const isWhole = words.includes('--whole');
const chosen = words.find((word) => !word.startsWith('--'))?.split(',') ?? Object.keys(scenarios);
const told = new Set();
for (const name of chosen) {
  if (!Object.hasOwn(scenarios, name))
    throw new Error(`There is no scenario ${name}. Known: ${Object.keys(scenarios).join(', ')}.`);
  const theirs = await play(scenarios[name], { program: official.program, sdk, parts });
  const mine = await play(scenarios[name], { program: ours, sdk, parts });
  console.log(`\n${name}`);
  if (isWhole)
    for (const [who, { messages }] of Object.entries({ theirs, ours: mine }))
      for (const one of messages) console.log(who, JSON.stringify(one));
  tellKinds(theirs, mine);
  tellFields(theirs, mine);
  tellValues(scenarios[name].shows, { theirs, mine });
}

function tellKinds(theirs, mine) {
  const [a, b] = [theirs, mine].map(({ messages }) => messages.map(kindOf).join(' '));
  if (a !== b) console.log(`  theirs: ${a}\n  ours:   ${b}`);
  if (theirs.thrown !== mine.thrown) console.log(`  thrown, theirs: ${theirs.thrown}\n  thrown, ours:   ${mine.thrown}`);
}

/** Each field appears once, at the first scenario that shows it. */
function tellFields(theirs, mine) {
  const [a, b] = [theirs, mine].map(({ messages }) => fieldsByKind(messages));
  for (const kind of a.keys()) {
    if (!b.has(kind)) continue;
    for (const [who, has, lacks] of [
      ['only theirs', a.get(kind), b.get(kind)],
      ['only ours', b.get(kind), a.get(kind)],
    ]) {
      const only = [...has].filter((field) => !lacks.has(field) && !told.has(`${who}${kind}${field}`));
      for (const field of only) told.add(`${who}${kind}${field}`);
      const roots = only.filter(
        (field) => !only.some((other) => field.startsWith(`${other}.`) || field.startsWith(`${other}[]`)),
      );
      if (roots.length > 0) console.log(`  ${kind}, ${who}: ${roots.join(' ')}`);
    }
  }
}

/** Prints the values that a scenario is about, if the programs differ in them. */
function tellValues(shows, { theirs, mine }) {
  if (shows === undefined) return;
  const [a, b] = [theirs, mine].map((told) => JSON.stringify(shows(told)));
  if (a !== b) console.log(`  values, theirs: ${a}\n  values, ours:   ${b}`);
}
