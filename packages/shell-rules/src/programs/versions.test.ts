import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { analyse } from '../analyse/analyse.js';
import { PROGRAMS } from './index.js';
import { NODE_TOOLS, SCRIPT_NAMES } from './rows.js';

const FOLDER = fileURLToPath(new URL('./versions/', import.meta.url));
const lists = readdirSync(FOLDER).map((file) => {
  const [, program = '', version = ''] = /^(.+)-([\d.]+)\.txt$/.exec(file) ?? [];
  return {
    program,
    version,
    words: readFileSync(FOLDER + file, 'utf8')
      .trim()
      .split('\n'),
  };
});
/** Programs without a list: none was at hand, or the one at hand has no subcommands. The others share the table of a listed program. */
const UNLISTED = [
  'tox',
  'tofu',
  'pip3',
  'apt',
  'apt-get',
  ...Object.keys(PROGRAMS).filter((name) => PROGRAMS[name]?.absent !== undefined),
];
/** Words that the listed versions do not tell: scripts of a project, and commands that a plugin or a newer version adds. */
const SCRIPTS = `test start run-script ${SCRIPT_NAMES} ${NODE_TOOLS}`;
const BEYOND: Readonly<Record<string, string>> = {
  ...{ pnpm: SCRIPTS, yarn: `${SCRIPTS} list why outdated audit licenses explain`, bun: SCRIPTS, turbo: SCRIPTS, nx: SCRIPTS },
  ...{
    gh: 'ruleset variable cache label',
    docker: 'buildx',
    podman: 'buildx builder context',
    'docker-compose': 'ls convert wait',
  },
  poetry: 'sync',
  composer: 'i u dumpautoload why why-not',
};

const coveredWords = (name: string) =>
  new Set(Object.keys(PROGRAMS[name]?.covers ?? {}).map((words) => words.split(' ')[0] ?? ''));
const askedWords = (name: string) => new Set((PROGRAMS[name]?.asks ?? '').split(' ').filter((word) => word !== ''));

describe('each table of subcommands is compared with the lists of named versions (N1)', () => {
  it.each(Object.keys(PROGRAMS).filter((name) => !UNLISTED.includes(name)))('%s has no word that no version knows', (name) => {
    const known = new Set(lists.filter(({ program }) => program === name).flatMap(({ words }) => words));
    const beyond = (BEYOND[name] ?? '').split(' ');
    const own = [...coveredWords(name), ...askedWords(name)].filter((word) => word !== '');
    expect(own.filter((word) => !known.has(word) && !beyond.includes(word))).toEqual([]);
  });

  it.each(lists)('every subcommand of $program $version is covered, or is told to ask', ({ program, words }) => {
    const [covered, asked] = [coveredWords(program), askedWords(program)];
    expect(words.filter((word) => !covered.has(word) && !asked.has(word))).toEqual([]);
    expect(words.filter((word) => covered.has(word) && asked.has(word))).toEqual([]);
  });

  it.each(Object.keys(PROGRAMS).filter((name) => PROGRAMS[name]?.covers[''] === undefined))(
    'a word of a newer %s is unclear, until a rule names it',
    (name) => {
      const [command] = analyse(`${name} brand-new x`).commands;
      expect(command).toMatchObject({ unclear: `${name} brand-new, which a rule for ${name} does not cover`, named: 2 });
    },
  );
});
