// Compares the messages of the program that the official SDK ships with ours: the same scenarios through the official SDK, the
// same answers of a mock API. Prints the kinds of messages where they differ, and the fields that only one of them has, unless
// differences.mjs names them, and fails if there are any. With all scenarios it also fails on a named difference that is gone.
//   npm run compare                        all scenarios
//   npm run compare -- plain,background    some of them; --named prints named differences too, --whole every message

import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bringOfficial } from '../../bench/engine/official.mjs';
import { fields as namedFields, scenarios as namedScenarios } from './differences.mjs';
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
const showsNamed = words.includes('--named');
const chosen = words.find((word) => !word.startsWith('--'))?.split(',') ?? Object.keys(scenarios);
const told = new Set();
/** The named differences that occurred, and the number of those without a name. */
const met = new Set();
let unnamed = 0;
for (const name of chosen) {
  if (!Object.hasOwn(scenarios, name))
    throw new Error(`There is no scenario ${name}. Known: ${Object.keys(scenarios).join(', ')}.`);
  const theirs = await play(scenarios[name], { program: official.program, sdk, parts });
  const mine = await play(scenarios[name], { program: ours, sdk, parts });
  console.log(`\n${name}`);
  if (isWhole)
    for (const [who, { messages }] of Object.entries({ theirs, ours: mine }))
      for (const one of messages) console.log(who, JSON.stringify(one));
  const differences = [...ofKinds(theirs, mine), ...ofValues(scenarios[name].shows, { theirs, mine })];
  if (differences.length > 0) tell(differences, { entry: name, isNamed: Object.hasOwn(namedScenarios, name) });
  tellFields(theirs, mine);
}
const gone = chosen.length < Object.keys(scenarios).length ? [] : [...namedEntries()].filter((entry) => !met.has(entry));
for (const entry of gone) console.log(`\ndifferences.mjs names a difference that is gone: ${entry}`);
console.log(`\n${unnamed} differences without a name, ${met.size} with one.`);
process.exitCode = unnamed + gone.length === 0 ? 0 : 1;

function tell(lines, { entry, isNamed }) {
  if (isNamed) met.add(entry);
  else unnamed += 1;
  if (!isNamed || showsNamed) for (const line of lines) console.log(`  ${isNamed ? '(named) ' : ''}${line}`);
}

function* namedEntries() {
  yield* Object.keys(namedScenarios);
  for (const { kind, theirs = [], ours = [] } of namedFields)
    for (const [who, list] of Object.entries({ theirs, ours })) for (const field of list) yield entryOf({ kind, who, field });
}

function entryOf({ kind, who, field }) {
  return `${kind}, only ${who}: ${field}`;
}

function ofKinds(theirs, mine) {
  const [a, b] = [theirs, mine].map(({ messages }) => messages.map(kindOf).join(' '));
  return [
    ...(a === b ? [] : [`theirs: ${a}`, `ours:   ${b}`]),
    ...(theirs.thrown === mine.thrown ? [] : [`thrown, theirs: ${theirs.thrown}`, `thrown, ours:   ${mine.thrown}`]),
  ];
}

/** Returns the values that a scenario is about, if the programs differ in them. */
function ofValues(shows, { theirs, mine }) {
  if (shows === undefined) return [];
  const [a, b] = [theirs, mine].map((played) => JSON.stringify(shows(played), sorted));
  return a === b ? [] : [`values, theirs: ${a}`, `values, ours:   ${b}`];
}

function sorted(_, value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort())
    : value;
}

/** Each field appears once, at the first scenario that shows it, and not beside a field above it. */
function tellFields(theirs, mine) {
  const [a, b] = [theirs, mine].map(({ messages, lines }) => fieldsByKind([...messages, ...lines]));
  for (const kind of a.keys()) {
    if (!b.has(kind)) continue;
    for (const [who, has, lacks] of [
      ['theirs', a.get(kind), b.get(kind)],
      ['ours', b.get(kind), a.get(kind)],
    ]) {
      const only = [...has].filter((field) => !lacks.has(field) && !told.has(`${who}${kind}${field}`));
      for (const field of only) {
        told.add(`${who}${kind}${field}`);
        if (!only.some((other) => isBelow(field, other))) tellField({ kind, who, field });
      }
    }
  }
}

function isBelow(field, other) {
  return field.startsWith(`${other}.`) || field.startsWith(`${other}[]`);
}

function tellField(found) {
  const named = namedFields
    .filter(({ kind }) => kind === found.kind)
    .flatMap((entry) => entry[found.who] ?? [])
    .find((field) => field === found.field || isBelow(found.field, field));
  const entry = entryOf({ ...found, field: named ?? found.field });
  tell([entry], { entry, isNamed: named !== undefined });
}
