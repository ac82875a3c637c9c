import { join } from 'node:path';
import { namesShown } from '../place/git-names.js';
import type { GitPlace, ReadPath } from './git-accesses.js';
import type { PartWord } from './parts.js';

/** Words of a git command that prints the names of files, each of which ends with a null byte. A folder ends with `/`. */
type Query = readonly string[];

const STASH_KEEPS = /^(?:pop|apply|drop|list|show|clear|branch|create|store)$/;
const CHANGED: Query = ['diff', '--name-only', '--no-renames', '--no-ext-diff', '--no-relative', '-z', 'HEAD', '--'];
const TRACKED: Query = ['ls-files', '--full-name', '-z', '--'];
const untracked = (isAll: boolean): Query => [
  ...['ls-files', '--others', '--directory', '--full-name', '-z'],
  ...(isAll ? [] : ['--exclude-standard']),
  '--',
];

/**
 * The queries for the files of the working tree that a git call overwrites or removes, although its words do not name each: git takes a
 * folder, or all that differs. A change of branches is not among them.
 */
function touchQueries(command: string, all: readonly PartWord[]): readonly Query[] {
  const words = all.slice(all.indexOf(command) + 1).filter((word) => word !== null);
  const isOn = (option: RegExp) => words.some((word) => option.test(word));
  const dashes = words.indexOf('--');
  // A pattern of git's own may mean more than its text, and then nothing narrows the call.
  const isPlain = !isOn(/^:|[*?[\]\\]/);
  const behind = isPlain && dashes !== -1 ? words.slice(dashes + 1) : [];
  const operands = isPlain ? words.filter((word) => !word.startsWith('-')) : [];
  switch (command) {
    case 'clean':
      if (isOn(/^-[^-]*n|^--dry-run$/)) return [];
      // The word behind `-e` is not a path.
      return [[...untracked(isOn(/^-[^-]*[xX]/)), ...(isOn(/^-[^-]*e|^--exclude/) ? [] : operands)]];
    case 'rm':
      return [[...TRACKED, ...operands]];
    case 'restore':
      return [[...(isOn(/^-[^-]*s|^--source/) ? TRACKED : CHANGED), ...operands]];
    case 'checkout': {
      const forced = isOn(/^-[^-]*[fp]|^--(?:force|patch)$/) ? [CHANGED] : [];
      if (dashes !== -1) return [...forced, [...(operands.length > behind.length ? TRACKED : CHANGED), ...behind]];
      // The first of several may be a commit, whose files git writes.
      if (isPlain && operands.length === 0) return forced;
      return [...forced, [...(operands.length === 1 ? CHANGED : TRACKED), ...operands]];
    }
    case 'switch':
      return isOn(/^-[^-]*f|^--(?:force|discard-changes)$/) ? [CHANGED] : [];
    case 'reset':
      return isOn(/^--(?:hard|merge|keep)$/) ? [CHANGED] : [];
    case 'stash': {
      if (STASH_KEEPS.test(words[0] ?? '')) return [];
      const isAll = isOn(/^-[^-]*a|^--all$/);
      const isMore = isAll || isOn(/^-[^-]*u|^--include-untracked$/);
      return [[...CHANGED, ...behind], ...(isMore ? [[...untracked(isAll), ...behind]] : [])];
    }
    default:
      return [];
  }
}

/** The files and whole folders that a git call overwrites or removes; `undefined` if git does not tell in time. */
export function gitTouches(
  { command, words }: { readonly command: string; readonly words: readonly PartWord[] },
  { repository, folder, env }: GitPlace,
): readonly ReadPath[] | undefined {
  const queries = touchQueries(command, words);
  if (repository === undefined || env === undefined) return [];
  const found = queries.map((query) => namesShown({ words: query, folder, env }));
  return found.every((names) => names !== undefined)
    ? found.flat().map((name) => ({ path: join(repository.top, name).replace(/\/$/, ''), below: name.endsWith('/') }))
    : undefined;
}
