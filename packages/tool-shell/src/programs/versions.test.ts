import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { analyse } from '../analyse/analyse.js';
import { PROGRAMS } from './index.js';

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
const coveredWords = (name: string) =>
  new Set(Object.keys(PROGRAMS[name]?.covers ?? {}).map((words) => words.split(' ')[0] ?? ''));
const askedWords = (name: string) => new Set((PROGRAMS[name]?.asks ?? '').split(' ').filter((word) => word !== ''));

describe('each table of subcommands is compared with the lists of named versions (N1)', () => {
  it.each(Object.keys(PROGRAMS))('%s has a list, and so has no word that no version knows', (name) => {
    const known = new Set(lists.filter(({ program }) => program === name).flatMap(({ words }) => words));
    const own = [...coveredWords(name), ...askedWords(name)].filter((word) => word !== '');
    expect(own.filter((word) => !known.has(word))).toEqual([]);
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
