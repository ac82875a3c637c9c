// Compares the messages of the program that the official SDK ships with ours: the same scenarios through the official SDK, the
// same answers of a mock API. Prints the kinds of messages where they differ, and the fields that only one of them has.
// Nothing here passes or fails: it shows developers of the engine the current behaviour of the reference.
//   npm run compare                        all scenarios
//   npm run compare -- plain,background    some of them; --whole prints every message

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bringOfficial } from '../../bench/engine/official.mjs';
import { startMockApi } from '../../packages/testing/dist/index.js';
import { fieldsByKind, kindOf } from './fields.mjs';
import { scenarios } from './scenarios.mjs';

const PATIENCE_MS = 60_000;
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
  const [theirs, mine] = [await play(scenarios[name], official.program), await play(scenarios[name], ours)];
  console.log(`\n${name}`);
  if (isWhole)
    for (const [who, { messages }] of Object.entries({ theirs, ours: mine }))
      for (const one of messages) console.log(who, JSON.stringify(one));
  tellKinds(theirs, mine);
  tellFields(theirs, mine);
}

async function play({ replies, options = {} }, program) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-reference-')));
  const [cwd, home] = ['work', 'home'].map((name) => join(folder, name));
  for (const made of [cwd, home]) mkdirSync(made);
  writeFileSync(join(cwd, 'a.txt'), 'one\ntwo\nthree\n');
  const rest = [...replies];
  // Requests without tools belong to the program itself: titles and the like.
  const api = await startMockApi({
    replies: ({ body }) =>
      body.tools?.length ? (rest.shift() ?? { text: 'Nothing more.' }) : (rest[0]?.fault && rest.shift()) || { text: 'A title' },
    validate: false,
  });
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    ANTHROPIC_API_KEY: 'key',
    ANTHROPIC_BASE_URL: api.url,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  };
  const own = typeof options === 'function' ? options(sdk, parts) : options;
  const abortController = new AbortController();
  const timer = setTimeout(() => abortController.abort(), PATIENCE_MS);
  const messages = [];
  let thrown;
  try {
    const query = sdk.query({
      prompt: 'go',
      options: { cwd, env, abortController, model: 'claude-sonnet-4-5', pathToClaudeCodeExecutable: program, ...own },
    });
    for await (const message of query) messages.push(message);
  } catch (error) {
    thrown = error.message;
  } finally {
    clearTimeout(timer);
    await api.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
  return { messages, thrown };
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
