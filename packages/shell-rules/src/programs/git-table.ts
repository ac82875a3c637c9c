/**
 * The options of a git command that only reads. An option that is missing here, or is abbreviated, makes another call of the
 * command.
 */
export interface GitRead {
  /** Options without a value, as they are written. */
  readonly flags?: string;
  /** Options with a value: `--x=y`. Also `--x y`, `-xy` and `-x y` if the name is in `apart` too. */
  readonly values?: string;
  readonly apart?: string;
  /** Letters that may share one word: `-sb`. */
  readonly letters?: string;
  /** Whether `-5` is a count. */
  readonly count?: boolean;
  /** The contents that the command can show: lines that differ from the index, lines of tracked files, or lines of any commit. */
  readonly shows?: 'changes' | 'tracked' | 'history';
  /** Whether the command shows contents unless an option of `names` is there. Otherwise it needs an option of `contents`. */
  readonly always?: boolean;
  readonly names?: string;
  readonly contents?: string;
  /**
   * The operands. `listed`: none, unless an option of `lists` is there. `pattern`: without `-e`, the first operand is not a file.
   * `word`: only the word of the field `word`. `key`: one plain key of the configuration, and an option of `lists`.
   */
  readonly operands: 'none' | 'any' | 'one' | 'listed' | 'pattern' | 'files' | 'word' | 'key';
  readonly lists?: string;
  readonly word?: string;
  /** Whether git can list the names of the files alone. */
  readonly tellsNames?: boolean;
  /** Whether the command compares the working tree, and for that looks into submodules. */
  readonly looks?: boolean;
}

const DIFF = {
  flags:
    '--color --no-color --no-renames --find-renames --find-copies --find-copies-harder -M -C -z --no-ext-diff --no-textconv --abbrev --full-index --minimal --patience --histogram --ignore-all-space --ignore-space-change --ignore-space-at-eol --ignore-blank-lines --ignore-cr-at-eol -w -b -a --text --no-prefix -R --color-moved --no-color-moved --relative --no-relative',
  values:
    '--diff-filter --color --abbrev --find-renames --find-copies --color-moved --diff-algorithm --stat --dirstat --src-prefix --dst-prefix -M -C',
  names: '--stat --shortstat --numstat --dirstat --summary --name-only --name-status --compact-summary --raw --no-patch -s',
  contents: '-p -u --patch --patch-with-stat --word-diff --color-words -W --function-context --check --binary',
  contentValues: '--unified -U --word-diff -S -G',
};
const REVS =
  '--all --branches --tags --remotes --merges --no-merges --first-parent --reverse --topo-order --date-order --author-date-order --full-history --simplify-merges --simplify-by-decoration --ancestry-path --left-right --cherry-pick --cherry-mark --left-only --right-only --no-walk --boundary --parents --children -i --regexp-ignore-case -E --extended-regexp -F --fixed-strings --invert-grep --all-match -g --walk-reflogs --sparse';
/** Options that select commits, and so files. They stay when git is asked for names alone. */
export const SELECTING = `${REVS} --cached --staged --merge-base`;
export const SELECTING_VALUES =
  '--since --after --until --before --author --committer --grep --max-parents --min-parents --glob --exclude';
const REV_VALUES =
  '--max-count --skip --since --after --until --before --author --committer --grep --max-parents --min-parents --glob --exclude';
const LOG = {
  flags: `${DIFF.flags} ${REVS} --oneline --graph --decorate --no-decorate --abbrev-commit --no-abbrev-commit --follow --source --relative-date --log-size --no-notes --no-show-signature --clear-decorations`,
  values: `${DIFF.values} ${REV_VALUES} --format --pretty --date --decorate --decorate-refs -n`,
  apart: '-n --max-count --skip --since --after --until --before --author --committer --grep --date -S -G',
};
const REFS = {
  flags: '--ignore-case -i --no-column --no-color --color --omit-empty',
  values: '--sort --format --contains --no-contains --merged --no-merged --points-at --color',
  apart: '--sort --format --contains --no-contains --merged --no-merged --points-at',
};

/** Source: git's manual pages. The tests compare each line with git itself. */
export const GIT_READS: Readonly<Record<string, GitRead>> = {
  status: {
    flags:
      '--short --branch --long --porcelain --show-stash --ahead-behind --no-ahead-behind --renames --no-renames --untracked-files -u --ignored -z --no-column',
    values: '--porcelain --untracked-files --ignored --find-renames -u',
    letters: 'sb',
    operands: 'any',
    looks: true,
  },
  diff: {
    ...DIFF,
    flags: `${DIFF.flags} --cached --staged --merge-base --exit-code --quiet`,
    values: `${DIFF.values} ${DIFF.contentValues}`,
    contents: `${DIFF.contents} ${DIFF.contentValues}`,
    names: `${DIFF.names} --quiet`,
    apart: '-S -G',
    shows: 'changes',
    always: true,
    tellsNames: true,
    operands: 'any',
    looks: true,
  },
  log: {
    ...LOG,
    flags: `${LOG.flags} ${DIFF.names} ${DIFF.contents}`,
    values: `${LOG.values} ${DIFF.contentValues} -L`,
    contents: `${DIFF.contents} ${DIFF.contentValues} -L`,
    apart: `${LOG.apart} -L`,
    count: true,
    shows: 'history',
    tellsNames: true,
    operands: 'any',
  },
  show: {
    ...LOG,
    flags: `${LOG.flags} ${DIFF.contents}`,
    values: `${LOG.values} ${DIFF.contentValues}`,
    names: DIFF.names,
    contents: `${DIFF.contents} ${DIFF.contentValues}`,
    count: true,
    shows: 'history',
    always: true,
    tellsNames: true,
    operands: 'any',
  },
  shortlog: { flags: `${REVS} --summary --numbered --email`, values: REV_VALUES, letters: 'sne', operands: 'any' },
  reflog: {
    flags: '--all --oneline --no-abbrev-commit --abbrev-commit',
    values: '--date --max-count -n --format',
    apart: '-n',
    count: true,
    operands: 'word',
    word: 'show',
  },
  'rev-list': {
    flags: `${REVS} --count --oneline --abbrev-commit --timestamp`,
    values: `${REV_VALUES} -n`,
    apart: '-n',
    count: true,
    operands: 'any',
  },
  'rev-parse': {
    flags:
      '--short --abbrev-ref --verify -q --quiet --symbolic --symbolic-full-name --show-toplevel --show-prefix --show-cdup --git-dir --absolute-git-dir --git-common-dir --is-inside-work-tree --is-inside-git-dir --is-bare-repository --is-shallow-repository --all --branches --tags --remotes --revs-only --no-revs',
    values: '--short --abbrev-ref',
    operands: 'any',
  },
  'ls-files': {
    flags:
      '--cached --deleted --modified --others --ignored --stage --unmerged --exclude-standard --full-name --error-unmatch --directory --no-empty-directory --killed --eol --deduplicate',
    letters: 'cdmoisuztv',
    operands: 'any',
    looks: true,
  },
  'ls-tree': { flags: '--name-only --name-status --long --full-name --full-tree --abbrev', letters: 'rtdlz', operands: 'any' },
  blame: {
    flags: '--porcelain --line-porcelain --show-name --show-number --show-email --root --incremental -M -C',
    letters: 'wsltefnp',
    values: '-L --date --ignore-rev --abbrev --since',
    apart: '-L --ignore-rev',
    shows: 'history',
    always: true,
    operands: 'files',
    looks: true,
  },
  grep: {
    flags:
      '--cached --line-number --column --ignore-case --word-regexp --count --files-with-matches --files-without-match --name-only --extended-regexp --fixed-strings --perl-regexp --only-matching --invert-match --heading --break --no-color --color --full-name --show-function --function-context --all-match --and --or --not --quiet --null',
    letters: 'nilLcwEFGPhHovqIWpz',
    values: '-A -B -C -m --after-context --before-context --context --max-depth --max-count --threads --color -e',
    apart: '-A -B -C -m -e --max-depth --max-count',
    count: true,
    shows: 'tracked',
    always: true,
    operands: 'pattern',
  },
  branch: {
    ...REFS,
    flags: `${REFS.flags} --list -l --all --remotes --verbose --show-current --no-abbrev`,
    values: `${REFS.values} --abbrev`,
    letters: 'arv',
    operands: 'listed',
    lists: '--list -l',
  },
  tag: { ...REFS, flags: `${REFS.flags} --list -l -n`, values: `${REFS.values} -n`, operands: 'listed', lists: '--list -l' },
  'for-each-ref': { ...REFS, values: `${REFS.values} --count --exclude`, operands: 'any' },
  'show-ref': {
    flags: '--heads --tags --head --verify --dereference --hash --abbrev --quiet --branches --exists',
    values: '--hash --abbrev',
    letters: 'dsq',
    operands: 'any',
  },
  'symbolic-ref': { flags: '--short -q --quiet', operands: 'one' },
  'name-rev': { flags: '--tags --name-only --all --always --no-undefined', values: '--refs --exclude', operands: 'any' },
  describe: {
    flags: '--tags --all --always --long --abbrev --exact-match --first-parent --contains',
    values: '--abbrev --candidates --match --exclude',
    apart: '--match --exclude --candidates',
    operands: 'any',
  },
  'merge-base': { flags: '--all -a --is-ancestor --octopus --independent', operands: 'any' },
  'cat-file': { letters: 'tse', flags: '-p', contents: '-p', shows: 'history', operands: 'one' },
  remote: { letters: 'v', flags: '--verbose', operands: 'none' },
  'remote get-url': { flags: '--all --push', operands: 'any' },
  'stash list': { flags: '--oneline', values: '--format --date --max-count -n', apart: '-n', count: true, operands: 'none' },
  'stash show': { flags: DIFF.names, names: DIFF.names, shows: 'history', always: true, operands: 'any' },
  'check-ignore': { letters: 'qvn', flags: '--quiet --verbose --non-matching --no-index', operands: 'any' },
  'count-objects': { letters: 'vH', flags: '--verbose --human-readable', operands: 'none' },
  config: {
    flags: '--get --get-all --local --show-origin --show-scope --bool --int --path',
    values: '--type',
    lists: '--get --get-all',
    operands: 'key',
  },
  'worktree list': { letters: 'vz', flags: '--porcelain --verbose', operands: 'none' },
  version: { flags: '--build-options', operands: 'none' },
};

/**
 * Commands that show, copy or take up the present or past contents of files. A command that is in neither table shows no file.
 */
export const GIT_CONTENTS = new Set(
  'diff show log whatchanged reflog difftool diff-tree diff-index diff-files range-diff format-patch archive bundle fast-export cat-file stash blame annotate grep merge-file merge-tree unpack-file checkout-index add stage commit notes send-email rerere request-pull'.split(
    ' ',
  ),
);
/** Commands that show or take up contents only if a word asks for the differences. */
export const GIT_PATCHES = new Set('status checkout restore reset am rebase'.split(' '));
