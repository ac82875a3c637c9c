import type { OddValue } from './file-program.js';
import { GIT_READS, type GitRead } from './git-table.js';
import type { Covered } from './program.js';

/** Fields of a format that start a program, or print a whole object, which may be a file of any commit. */
export const FORMAT: OddValue = ['format pretty sort', /%G|signature|%\(\*?raw/];
/** Git runs `git-merge-<strategy>` from the path for a strategy of another name. `subtree` writes the files to another folder. */
export const STRATEGY: readonly OddValue[] = [
  ['s strategy', /^(?!(?:ort|recursive|resolve|octopus|ours)$)/],
  [
    'X strategy-option',
    /^(?!(?:ours|theirs|patience|(?:no-)?renormalize|no-renames|ignore-[a-z-]+|(?:find-renames|rename-threshold|diff-algorithm)(?:=[\w%]+)?)$)/,
  ],
];
/** Git takes any other word for an address, a folder or a program (`ext::`). */
export const REMOTE: OddValue = ['1', /^(?![A-Za-z0-9_][\w.-]*$|\.$)/];
/** As `REMOTE`, for each of several operands. */
export const REMOTES: OddValue = ['', REMOTE[1]];
export const ADDRESS: OddValue = ['1', /^(?!(?:https?|ssh|git):\/\/[\w.@:[\]-]+\/|[\w.-]+@[\w.-]+:(?!:))/i];

const words = (...lists: readonly (string | undefined)[]) => lists.flatMap((list) => list?.split(' ') ?? []);
const join = (list: readonly string[], length: 1 | 2) =>
  list
    .filter((name) => (length === 2 ? name.startsWith('--') : /^-\w$/.test(name)))
    .map((name) => name.slice(length))
    .join(length === 1 ? '' : ' ');

/** The options of a reading command, which a rule covers too, and more options that need a rule. */
function reads({ flags, values, names, contents, apart, letters, count }: GitRead, more: Covered = {}): Covered {
  const next = words(apart);
  const bare = words(flags, names, contents).filter((name) => !next.includes(name));
  const attached = words(values).filter((name) => !next.includes(name));
  const row = {
    flags: `${join(bare, 1)}${letters ?? ''}${more.flags ?? ''}`,
    values: `${join(next, 1)}${more.values ?? ''}`,
    long: `${join(bare, 2)} ${more.long ?? ''}`,
    longValues: `${join(next, 2)} ${more.longValues ?? ''}`,
    attached: `${join(attached, 2)} ${[...join(attached, 1)].join(' ')} ${more.attached ?? ''}`,
    odd: [FORMAT, ...(more.odd ?? [])],
  };
  return { ...more, ...row, ...(count === true ? { count } : {}) };
}

export const readRow = (name: string, more?: Covered): Covered => reads(GIT_READS[name] ?? { operands: 'none' }, more);

export const DIFFS: Covered = {
  flags: 'cmtrBDl',
  values: 'I',
  long: 'cc combined-all-paths remerge-diff patch-with-raw exit-code quiet pickaxe-all pickaxe-regex irreversible-delete rename-empty no-rename-empty indent-heuristic no-indent-heuristic ita-invisible-in-index ita-visible-in-index cumulative full-diff root no-color-moved-ws',
  longValues:
    'word-diff-regex find-object inter-hunk-context line-prefix output-indicator-new output-indicator-old output-indicator-context anchored rotate-to skip-to ignore-matching-lines ws-error-highlight stat-width stat-name-width stat-count stat-graph-width diff-merges color-moved-ws',
  attached: 'B l break-rewrites ignore-submodules',
};
export const LOGS: Covered = {
  ...DIFFS,
  long: `${DIFFS.long} notes no-notes show-notes mailmap no-mailmap use-mailmap no-use-mailmap do-walk reflog bisect in-commit-order show-linear-break no-commit-id merge no-min-parents no-max-parents exclude-first-parent-only quiet expand-tabs no-expand-tabs`,
  longValues: `${DIFFS.longValues} decorate-refs-exclude encoding`,
  attached: `${DIFFS.attached} notes expand-tabs no-walk`,
};
