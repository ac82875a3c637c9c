/**
 * Installs what drives the engine, checks the types of the scenarios, and runs them: with the current Claude Agent SDK, with
 * earlier ones that programs still use, and with programs that others built on them. The earlier ones run on Node 22.
 *   npm run test:compat                       all columns
 *   npm run test:compat -- hooks.compat.ts    a file, with the current SDK
 *   npm run test:compat -- --sdk 0.1.77       one earlier SDK
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { installOnce, runOrEnd } from '../lib/install-once.mjs';
import { node22 } from '../lib/node-22.mjs';
import { compareWithAbsent } from './versions/compare-with-absent.mjs';

const here = import.meta.dirname;
const root = join(here, '../..');
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', join(here, 'vitest.config.ts')];
const earlier = readdirSync(join(here, 'versions')).filter((name) => existsSync(join(here, 'versions', name, 'package.json')));
/** A scenario that needs what an SDK does not have may wait for it for ever. */
const SHORT_MS = 15_000;
const LONG_MS = 600_000;
const words = process.argv.slice(2);
const chosen = words[0] === '--sdk' ? words[1] : undefined;
if (chosen !== undefined && !earlier.includes(chosen)) fail(`There is no column ${chosen}. Known: ${earlier.join(', ')}.`);

if (chosen === undefined) runCurrent(words);
for (const version of words.length === 0 ? earlier : chosen === undefined ? [] : [chosen]) runEarlier(version);

function runCurrent(files) {
  for (const folder of ['.', 'adapters']) install(folder);
  runOrEnd(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', here], root);
  runOrEnd(process.execPath, [...vitest, ...files], root);
}

/**
 * Every scenario that fails must stand in the list of what this SDK does not have yet, with the reason; and none that passes. What
 * is only slow is tried again with more time.
 */
function runEarlier(version) {
  const folder = join('versions', version);
  install(folder);
  const node = node22(root);
  // An SDK starts the command with the first Node of the PATH.
  const env = { ...process.env, LOADOUT_COMPAT_VERSION: version, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` };
  const compared = ({ ms, absent, more = [] }) => {
    const args = [...vitest, '--reporter=json', `--testTimeout=${ms}`, ...more];
    const { stdout } = spawnSync(node, args, { cwd: root, env, maxBuffer: 2 ** 28 });
    return compareWithAbsent(String(stdout), { absent, ms });
  };
  const absent = JSON.parse(readFileSync(join(here, folder, 'absent.json'), 'utf8'));
  const first = compared({ ms: SHORT_MS, absent });
  const more = first.again.length > 0 ? compared({ ms: LONG_MS, absent: {}, more: ['-t', patternOf(first.again)] }) : undefined;
  const endless = more?.again.map((name) => `fails, or does not end: ${JSON.stringify(name)}`) ?? [];
  const problems = [...first.problems, ...(more?.problems ?? []), ...endless];
  const passed = first.passed + (more?.passed ?? 0);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0)
    fail(`Claude Agent SDK ${version}: ${problems.length} differences from tests/compat-sdk/${folder}/absent.json.`);
  console.log(`Claude Agent SDK ${version}: ${passed} scenarios pass, ${Object.keys(absent).length} need what it does not have.`);
}

function patternOf(names) {
  return `^(?:${names.map((name) => name.replace(/[^\w ]/g, '\\$&')).join('|')})$`;
}

/** The optional packages are a binary of 381 MB for each platform. The tested engine replaces the binary. */
function install(folder) {
  installOnce(join(here, folder), ['--omit=optional']);
}

function fail(reason) {
  console.error(reason);
  process.exit(1);
}
