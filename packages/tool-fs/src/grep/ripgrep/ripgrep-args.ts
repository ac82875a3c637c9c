import { patternsIn } from '../../glob/pattern-list.js';
import { LONGEST_LINE } from '../entry.js';
import type { GrepInput, OutputMode } from '../grep-input.js';
import type { SearchPlace } from '../search-place.js';
import type { SearchRun } from '../search-run.js';

/**
 * The arguments for one search, which runs in the folder that it searches. No value of the input can become an option of its
 * own: each is bound to its option with `=`, and the path stands after `--`. Links are not followed, and neither a
 * configuration file nor the user's own ignore file is read, so that a search finds the same on each machine.
 */
export function ripgrepArgs(run: Pick<SearchRun, 'input' | 'mode' | 'place' | 'sorted' | 'mapped'>): readonly string[] {
  const { input, mode, place } = run;
  return [
    '--no-config',
    '--color=never',
    '--hidden',
    '--no-require-git',
    '--no-ignore-global',
    '--no-ignore-messages',
    '--with-filename',
    '--null',
    ...(input['-i'] === true ? ['--ignore-case'] : []),
    ...(input.multiline === true ? ['--multiline', '--multiline-dotall'] : []),
    ...(place.file === undefined ? filterArgs(input, place) : ['--max-depth=1', `--glob=/${escaped(place.file)}`]),
    ...modeArgs(input, mode),
    ...(run.sorted ? ['--sort=path'] : []),
    ...(run.mapped === true ? ['--mmap'] : []),
    `--regexp=${input.pattern}`,
    '--',
    './',
  ];
}

/** Collects the globs of a search. The last matching glob wins. */
function globsOf(input: GrepInput, place: SearchPlace): readonly string[] {
  const isInGit = place.folder.split(/[\\/]/).includes('.git');
  return [...(input.glob === undefined ? [] : patternsIn(input.glob).flatMap(looksOf)), ...(isInGit ? [] : ['!.git'])];
}

/** A pattern in all spellings of the names that look the same: letters composed and decomposed, and the blanks of macOS. */
function looksOf(glob: string): readonly string[] {
  const blanks = glob.includes('[') ? glob : glob.replaceAll(' ', '{ ,\u00a0,\u202f}');
  return [...new Set([glob, blanks.normalize('NFC'), blanks.normalize('NFD')])];
}

function filterArgs(input: GrepInput, place: SearchPlace): readonly string[] {
  return [
    ...(input.type?.split(/[\s,]+/) ?? []).filter((type) => type !== '').map((type) => `--type=${type}`),
    ...globsOf(input, place).map((glob) => `--glob=${glob}`),
  ];
}

/** One file is found by its name in its folder: ripgrep would follow a link that it is given, but none that it finds. */
const escaped = (name: string) => name.replace(/[\\*?[\]{}!#]/g, '\\$&').replace(/ $/, '\\ ');

function modeArgs(input: GrepInput, mode: OutputMode): readonly string[] {
  if (mode === 'files_with_matches') return ['--files-with-matches'];
  if (mode === 'count') return ['--count'];
  return [
    '--line-number',
    '--no-heading',
    '--context-separator=\\x00',
    `--max-columns=${LONGEST_LINE}`,
    '--max-columns-preview',
    ...(input['-o'] === true ? ['--only-matching'] : []),
    ...(input['-C'] === undefined ? [] : [`--context=${input['-C']}`]),
    ...(input['-A'] === undefined ? [] : [`--after-context=${input['-A']}`]),
    ...(input['-B'] === undefined ? [] : [`--before-context=${input['-B']}`]),
  ];
}
