import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git, makeWorkspace, write } from '../testing/workspace.js';
import { GIT_CHANGES } from './git-changes.js';
import { GIT_LOOKS } from './git-looks.js';
import type { Covered } from './program.js';

const { base, workspace } = makeWorkspace();
write(workspace, { 'a.txt': 'b\n' });
git(workspace, 'tag', 'v1');
git(workspace, 'stash', '-q');
git(base, 'init', '-q', '--bare', 'far');
git(workspace, 'remote', 'add', 'origin', '../far');
const TRACE = join(base, 'trace');
const ENV = {
  ...{ PATH: process.env.PATH ?? '', HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1', GIT_EDITOR: ':', GIT_PAGER: 'cat' },
  // A detached process would keep the output open.
  ...{ GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'gc.autoDetach', GIT_CONFIG_VALUE_0: 'false', GIT_TRACE2_EVENT: TRACE },
};
const state = () => git(workspace, 'for-each-ref') + git(workspace, 'status', '--porcelain');

/** Options that only a later git takes, or only beside a certain operand. A git that refuses an option does nothing. */
const REFUSED = new Set([
  ...['--omit-empty', '--branches', '--exists', '--exclude=1', '--show-notes-by-default', '--merge-base', '--committer=1'],
  ...['--no-column', '-i', '--color-moved=1', '--no-walk=1', '-L'],
  ...[
    '--cached',
    '--staged',
    '--source',
    '--decorate',
    '--no-decorate',
    '--decorate=1',
    '--decorate-refs=1',
    '--clear-decorations',
  ],
]);
const words = (list: string | undefined) => (list ?? '').split(' ').filter((word) => word !== '');

function optionsOf({ flags = '', values = '', long, longValues, attached }: Covered): readonly (readonly string[])[] {
  return [
    ...[...new Set(flags)]
      .filter((letter) => !words(attached).includes(letter) && !values.includes(letter))
      .map((letter) => [`-${letter}`]),
    ...[...values].map((letter) => [`-${letter}`, '1']),
    ...words(long)
      .filter((name) => !words(longValues).includes(name))
      .map((name) => [`--${name}`]),
    ...words(longValues).map((name) => [`--${name}`, '1']),
    ...words(attached).map((name) => [name.length > 1 ? `--${name}=1` : `-${name}1`]),
  ];
}

/** The options of a diff and a log are the same code in many commands. Each runs once. */
const seen = new Set<string>();
const isSeen = (row: Covered, option: string) => {
  const before = row.longValues?.includes('find-object') === true && seen.has(option);
  seen.add(option);
  return before;
};
const UNKNOWN =
  /unknown (?:option|switch)|unrecognized argument|invalid option|unknown subcommand|requires a value|takes no value/i;

interface Trace {
  readonly event: string;
  readonly argv?: readonly string[];
}

function programsStarted(): readonly string[] {
  if (!existsSync(TRACE)) return [];
  const events = readFileSync(TRACE, 'utf8')
    .trim()
    .split('\n')
    .map((line): Trace => JSON.parse(line));
  rmSync(TRACE);
  return events.flatMap(({ event, argv = [] }) =>
    event === 'child_start' && !/^git(?:-|$)/.test(argv[0] ?? '') ? [argv.join(' ')] : [],
  );
}

/** Runs git with each option of the row, and returns the options that git does not take as the table says. */
function wrongOptions(name: string, row: Covered): readonly string[] {
  return optionsOf(row).flatMap((option) => {
    const text = option.join(' ');
    if (isSeen(row, text)) return [];
    const { stderr } = spawnSync('git', [...name.split(' '), ...option], {
      cwd: workspace,
      env: ENV,
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    return UNKNOWN.test(stderr) && !REFUSED.has(text) ? [`${text}: ${stderr.split('\n')[0]}`] : [];
  });
}

describe('each row of the table of git, run with each of its options (N1)', () => {
  it.each(Object.entries(GIT_LOOKS))('git %s takes them, starts no program but git, and changes nothing', (name, row) => {
    const before = state();
    expect(wrongOptions(name, row)).toEqual([]);
    expect(programsStarted()).toEqual([]);
    for (const file of readdirSync(workspace)) if (file.endsWith('.patch')) rmSync(join(workspace, file));
    expect(state()).toBe(before);
  });

  it.each(Object.entries(GIT_CHANGES))('git %s takes them, starts no program but git, and writes beside nothing', (name, row) => {
    expect(wrongOptions(name, row)).toEqual([]);
    expect(programsStarted()).toEqual([]);
    expect(readdirSync(base).sort()).toEqual(['far', 'workspace']);
  });
});
