import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LETTERS } from './options.mjs';
import { readCommands } from './read-commands.mjs';

const VERSIONS = fileURLToPath(new URL('../../src/programs/versions/', import.meta.url));
const HOSTILE = [
  ...[
    'fire',
    './evil.sh',
    'evil.js',
    './evil.cjs',
    'evil.json',
    'evil.py',
    'evil.rb',
    'evil.php',
    'evil.mk',
    'evil.toml',
    'evil.gradle',
    '../outside/key',
    'out',
  ],
  ...[
    'canary',
    'sub',
    '..',
    '/',
    '@words',
    'a=fire',
    "'!fire'",
    'file://$PWD/evil.js',
    'SHELL=fire',
    '-c fire',
    '-e fire',
    '-- fire',
    '.',
  ],
];
/** Options of other programs of the same kind, with which a table could be mistaken. */
const COMMON =
  'config exec command call require plugin plugins prefix cwd directory dir file output out out-dir outdir shell script-shell eval env-file import preload loader host context project root rootdir cache-dir log-file target rc-file init-script node-options with from reporter format parser runner transform'.split(
    ' ',
  );
const words = (text) => (typeof text === 'string' ? text.split(' ').filter(Boolean) : []);

/** The words that name subcommands in the table of a program and in the stored lists of its versions. */
function subcommandsOf(name, { covers, asks }) {
  const listed = readdirSync(VERSIONS)
    .filter((file) => file.replace(/-[\d.]+\.txt$/, '') === name)
    .flatMap((file) => words(readFileSync(VERSIONS + file, 'utf8').replaceAll('\n', ' ')));
  return [...new Set(['', 'fire', ...Object.keys(covers), ...words(asks), ...listed])];
}

/** The options of a row, with names as the program spells them. */
function optionsOf(row = {}) {
  const letters = `${row.flags ?? ''}${row.values ?? ''}`;
  const names = [row.long, row.longValues, row.attached, row.readsValue, row.writesValue].flatMap(words);
  return [...letters].map((letter) => `-${letter}`).concat(names.map((one) => (one.length === 1 ? `-${one}` : `--${one}`)));
}

/** Draws calls of a program: a subcommand, some options of its row and of other programs, some hostile words. */
export function drawCalls(name, program, { random, count }) {
  const subcommands = subcommandsOf(name, program);
  const before = optionsOf(program.options);
  return Array.from({ length: count }, (_, index) => {
    // Each subcommand comes in turn, so that none is left out.
    const sub = subcommands[index % subcommands.length];
    const own = optionsOf(program.covers[sub]);
    const drawn = Array.from({ length: random.below(4) }, () => {
      const kind = random.next();
      const word = random.pick(HOSTILE);
      if (kind < 0.35 && own.length > 0) return `${random.pick(own)}${random.pick(['', ` ${word}`, `=${word}`])}`;
      if (kind < 0.5) return `--${random.pick(COMMON)}${random.pick([' ', '='])}${word}`;
      if (kind < 0.6) return `-${random.pick(LETTERS)}${random.pick(['', ' '])}${word}`;
      return word;
    });
    const lead =
      random.chance(0.15) && before.length > 0 ? `${random.pick(before)} ${random.chance(0.5) ? random.pick(HOSTILE) : ''}` : '';
    return [name, lead, sub, ...drawn].filter(Boolean).join(' ').replace(/ +/g, ' ').trim();
  });
}

const ORDINARY = readCommands(fileURLToPath(new URL('../within-rules.txt', import.meta.url))).commands;

/**
 * For each row of a table, a call that the row allows: an ordinary one, the subcommand alone, or one of the drawn calls.
 */
export function exampleCalls(name, { covers }, { drawn, isAllowed }) {
  const rows = Object.keys(covers);
  return rows.map((row) => {
    const start = `${name} ${row}`.trim();
    const longer = rows.filter((one) => one.startsWith(`${row} `) || (row === '' && one !== ''));
    const isOwn = (call) =>
      (call === start || call.startsWith(`${start} `)) &&
      !longer.some((one) => call === `${name} ${one}` || call.startsWith(`${name} ${one} `));
    const calls = [...ORDINARY.filter(isOwn), start, ...drawn.filter(isOwn)];
    return { row, call: calls.find(isAllowed) };
  });
}

/** The version of an installed program; `undefined` if it is not installed. */
export function versionOf(name, path) {
  for (const words of [['--version'], ['version'], ['version', '--client']]) {
    const { stdout = '', status } = spawnSync(name, words, {
      encoding: 'utf8',
      timeout: 20_000,
      // A version may depend on files of the folder.
      cwd: '/',
      env: { ...process.env, PATH: path },
    });
    const found = /\d+(?:\.\d+)+/.exec(stdout ?? '')?.[0];
    if (status === 0 && found !== undefined) return found;
  }
  return undefined;
}

/** The folder of a `node_modules/.bin`, and the folder of its packages. */
export const toolsOf = (bin) => ({ bin, root: basename(bin) === '.bin' ? bin.slice(0, -'/node_modules/.bin'.length) : bin });
