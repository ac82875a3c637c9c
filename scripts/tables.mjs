/**
 * Writes the lists with which the tables of `packages/shell-rules/src/programs` are compared: the subcommands of each installed
 * program, in a file that holds its version in its name. Lists of other versions stay.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isMain, ROOT } from './lib/workspace.mjs';

const FOLDER = join(ROOT, 'packages/shell-rules/src/programs/versions');
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
  pnpm: { version: ['--version'], list: () => told('pnpm', ['help', '-a']) },
  // The versions before 2 list their commands as `- add`.
  yarn: {
    version: ['--version'],
    list: () => [...told('yarn', ['--help'], /^ {2}yarn (\w[\w-]*)/), ...told('yarn', ['help'], /^ {4}- (\w[\w-]*)/)],
  },
  bun: { version: ['--version'], list: () => [...told('bun', ['--help']), 'i', 'a', 'rm', 'ci', 'pm'] },
  deno: { version: ['--version'], list: () => told('deno', ['--help'], /^ {2,4}([a-z][\w-]*)(?: {2,}|,)/) },
  cargo: { version: ['--version'], list: () => told('cargo', ['--list'], /^ {4}(\w[\w-]*)/) },
  go: { version: ['version'], list: () => [...told('go', ['help'], /^\t(\w+) {2,}/), 'help'] },
  docker: { version: ['--version'], list: () => [...told('docker', ['--help']), 'compose', 'help'] },
  podman: { version: ['--version'], list: () => [...told('podman', ['--help']), 'help'] },
  'docker-compose': { version: ['--version'], list: () => told('docker-compose', ['--help'], /^ {2}([a-z]+) {2,}/) },
  kubectl: { version: ['version', '--client'], list: () => [...told('kubectl', ['--help']), 'help'] },
  gh: { version: ['--version'], list: () => [...told('gh', ['--help'], /^ {2}(\w[\w-]*):/), 'help', 'version'] },
  turbo: { version: ['--version'], list: () => told('turbo', ['--help']) },
  nx: { version: ['--version'], list: () => told('nx', ['--help'], /^ {2}nx ([a-z][\w:-]*)/) },
  biome: { version: ['--version'], list: () => told('biome', ['--help']) },
  vitest: { version: ['--version'], list: () => [...told('vitest', ['--help'], /^ {2}(\w[\w-]*) (?:\[|<)/), 'typecheck'] },
  vite: { version: ['--version'], list: () => [...told('vite', ['--help'], /^ {2}(\w[\w-]*) (?:\[|<)/), 'dev', 'serve'] },
  composer: { version: ['--version'], list: () => told('composer', ['list'], /^ {2}(\w[\w-]*) {2,}/) },
  bundle: {
    version: ['--version'],
    list: () =>
      printed('ruby', ['-rbundler', '-rbundler/cli', '-e', 'puts Bundler::CLI.all_commands.keys'])
        .replaceAll('_', '-')
        .split(blank),
  },
  pip: { version: ['--version'], list: () => told('pip', ['help'], /^ {2}(\w[\w-]*) {2,}/) },
  poetry: { version: ['--version'], list: () => told('poetry', ['list', '--no-ansi'], /^ {2}([a-z]+)(?: [a-z]+)* {2,}/) },
  terraform: { version: ['version'], list: () => told('terraform', ['-help'], /^ {2}([a-z][\w-]*) {2,}/) },
  rustup: { version: ['--version'], list: () => told('rustup', ['--help'], /^ {2}([a-z]+) {2,}/) },
  pipenv: { version: ['--version'], list: () => told('pipenv', ['--help'], /^ {2}([a-z]+) {2,}/) },
  'apt-get': { version: ['--version'], list: () => told('apt-get', ['--help'], /^ {2}([a-z][\w-]*) - /) },
  apt: { version: ['--version'], list: () => told('apt', ['--help'], /^ {2}([a-z][\w-]*) - /) },
  systemctl: { version: ['--version'], list: () => told('systemctl', ['--help'], /^ {2}([a-z][\w-]*)(?: .*| *)$/) },
};

/** A line of a list of commands, `name[, name]  what it does`. */
const LINE = /^ {2,4}([a-z][\w-]*)\*?(?:, ([a-z][\w-]*))?(?: {2,}|$)/;
/** Other names at the end of a line: `[aliases: up, upgrade]`. */
const ALIASES = /\[alias(?:es)?: ([\w, -]+)\]/;

const require = createRequire(import.meta.url);

const run = (program, args) =>
  spawnSync(program, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, COLUMNS: '200', NO_COLOR: '1' },
  });

const printed = (program, args) => run(program, args).stdout ?? '';

/** The words in the help of a program that name its subcommands. */
function told(program, args, line = LINE) {
  const { stdout, stderr } = run(program, args);
  const text = `${stdout ?? ''}${stderr ?? ''}`.replace(/\x1b\[[\d;]*m/g, '');
  return text.split('\n').flatMap((one) => {
    const [, ...names] = line.exec(one) ?? [];
    return names.length === 0 ? [] : [...names, ...(ALIASES.exec(one)?.[1] ?? '').split(blank)].filter(Boolean);
  });
}

/** The version of an installed program and its subcommands; `undefined` if it is not installed. */
function listOf(program) {
  const { version, list } = PROGRAMS[program];
  const found = /\d+(?:\.\d+)*/.exec(printed(program, version))?.[0];
  if (found === undefined) return undefined;
  const words = list().filter(Boolean);
  if (words.length === 0)
    throw new Error(`${program} ${found} listed no subcommand; its row in scripts/tables.mjs is out of date.`);
  return { version: found, words: [...new Set(words)].sort() };
}

if (isMain(import.meta.url)) {
  mkdirSync(FOLDER, { recursive: true });
  for (const program of Object.keys(PROGRAMS)) {
    const list = listOf(program);
    console.log(
      list === undefined ? `${program}: not installed` : `${program} ${list.version}: ${list.words.length} subcommands`,
    );
    if (list !== undefined) writeFileSync(join(FOLDER, `${program}-${list.version}.txt`), `${list.words.join('\n')}\n`);
  }
}
