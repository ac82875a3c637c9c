/**
 * Writes the subcommands of the tables for the warnings of `loadout check`, and the lists with which the tables of `packages/tool-shell/src/programs` are compared: the subcommands of each installed
 * program, in a file that holds its version in its name. Lists of other versions stay.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import { isMain, ROOT } from './lib/workspace.mjs';

const FOLDER = join(ROOT, 'packages/tool-shell/src/programs/versions');
const blank = /[\s,]+/;

/** By program: the arguments that print its version, and the function that lists its subcommands with their aliases. */
const PROGRAMS = {
  git: { version: ['--version'], list: () => printed('git', ['--list-cmds=main']).split(blank) },
  npm: {
    version: ['--version'],
    list: () => {
      const { aliases, commands } = require(join(printed('npm', ['root', '-g']).trim(), 'npm/lib/utils/cmd-list.js'));
      return [...commands, ...Object.keys(aliases)];
    },
  },
};

const require = createRequire(import.meta.url);

function printed(program, args) {
  return spawnSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).stdout ?? '';
}

/** The version of an installed program and its subcommands; `undefined` if it is not installed. */
function listOf(program) {
  const { version, list } = PROGRAMS[program];
  const found = /\d+(?:\.\d+)+/.exec(printed(program, version))?.[0];
  if (found === undefined) return undefined;
  const words = list().filter(Boolean);
  if (words.length === 0)
    throw new Error(`${program} ${found} listed no subcommand; its row in scripts/tables.mjs is out of date.`);
  return { version: found, words: [...new Set(words)].sort() };
}

/** The source that tells the configuration which subcommands the tables cover, since it may not import them. */
async function coveredWords() {
  const { outputFiles } = await build({
    stdin: { contents: "export { PROGRAMS } from './index.ts';", resolveDir: join(FOLDER, '..') },
    ...{ bundle: true, write: false, format: 'esm', platform: 'node', external: ['@loadout/*', 'unbash'] },
  });
  const { PROGRAMS: tables } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
  const words = ({ covers, options: { flags = '', values = '', long = '' } }) =>
    [
      ...[...flags, ...values].map((letter) => `-${letter}`),
      ...long.split(' ').map((name) => `--${name}`),
      ...Object.keys(covers),
    ].join('|');
  const lines = Object.entries(tables).map(([name, program]) => `  ${name}:\n    '${words(program)}'.split('|'),`);
  return [
    '/** By program: the options and subcommands that a rule for it covers. Written by `npm run tables`. */',
    'export const COVERED_WORDS: Readonly<Record<string, readonly string[]>> = {',
    ...[...lines, '};', ''],
  ].join('\n');
}

const WORDS_FILE = join(ROOT, 'packages/config/src/check/covered-words.ts');

if (isMain(import.meta.url)) {
  writeFileSync(WORDS_FILE, await coveredWords());
  mkdirSync(FOLDER, { recursive: true });
  for (const program of Object.keys(PROGRAMS)) {
    const list = listOf(program);
    console.log(
      list === undefined ? `${program}: not installed` : `${program} ${list.version}: ${list.words.length} subcommands`,
    );
    if (list !== undefined) writeFileSync(join(FOLDER, `${program}-${list.version}.txt`), `${list.words.join('\n')}\n`);
  }
}
