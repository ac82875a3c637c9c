import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDecider } from './decider.mjs';
import { createRandom } from './random.mjs';

/**
 * Runs in bubblewrap. Asks the rules about git commands with every option and hostile operands, in a repository that holds a
 * secret in its history, its index, its stash and beside it, and runs the allowed ones. Without a rule, nothing may change. With
 * a rule, the secret still may not show. The mode `table` draws commands over the table of what a rule for git covers: none may
 * start a program that is not git's, or write beside the repository.
 */
const [, seed, count, rule, table, out] = process.argv.slice(2);
const [core, shell] = await Promise.all([import('@loadout/core/run'), import('@loadout/shell-rules')]);
const work = '/space/work';
const env = { PATH: '/usr/bin:/bin', HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1', LANG: 'C.UTF-8' };
const SECRET = 'SECRET-77aa';
const hashes = makeRepository();
const rows = JSON.parse(table).map(([name, options]) => ({ name, options: options.split(' ') }));
const { COMMANDS, OPTIONS, OPERANDS } = words(hashes);
const TEMPLATE = '/space/template';
const TRACE = '/space/trace';
if (rule === 'table') makeTraps();

const TRAPPED = { ...env, PATH: '/space/traps:/usr/bin:/bin', GIT_EDITOR: ':', GIT_PAGER: 'cat', GIT_TRACE2_EVENT: TRACE };
const decider = createDecider({ core, shell, cwd: work, env });
const rules = [
  ...decider.parseRules(['Read(**/.env*)', 'Bash(rm:*)'], 'deny'),
  ...decider.parseRules(rule !== 'none' ? ['Bash(git:*)'] : [], 'allow'),
];

const random = createRandom(Number(seed));
const results = { commands: 0, allowed: 0, failures: [] };
const before = state();
while (results.commands < Number(count) && results.failures.length < 20) {
  const command = rule === 'table' ? drawn() : anyCommand();
  results.commands += 1;
  if (decider.decide(command, rules).behavior !== 'allow') continue;
  results.allowed += 1;
  const { stdout, stderr } = spawnSync('bash', ['--noprofile', '--norc', '-c', command], {
    cwd: work,
    env: rule === 'table' ? TRAPPED : { ...env, GIT_OPTIONAL_LOCKS: '0', GIT_PAGER: 'cat' },
    timeout: 5_000,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (`${stdout}${stderr}`.includes(SECRET)) results.failures.push(['secret', command]);
  if (rule === 'table') lookAtTraps(command);
  if (rule !== 'none' || state() === before) continue;
  results.failures.push(['changed', command]);
  break;
}
writeFileSync(out, JSON.stringify(results));

function anyCommand() {
  const options = Array.from({ length: random.below(3) }, () => random.pick(OPTIONS));
  return ['git', random.pick(COMMANDS), ...options, random.pick(OPERANDS)].filter(Boolean).join(' ');
}

/** A command of the table: a subcommand with options of its row, some spelt in other ways, and any operands. */
function drawn() {
  const { name, options } = random.pick(rows);
  const hostile = [
    'evil',
    './evil',
    '/space/beside/x',
    '../beside/x',
    'ext::evil',
    'x',
    '1',
    'HEAD',
    'origin',
    "'!evil'",
    '-xevil',
  ];
  const spelt = Array.from({ length: random.below(4) }, () => {
    const picked = random.pick(options);
    const [option, takes] = picked.endsWith('=') ? [picked.slice(0, -1), true] : [picked, false];
    const value = random.pick(hostile);
    if (random.chance(0.1)) return random.pick(OPTIONS);
    if (random.chance(0.1)) return `${option.slice(0, -1)}`;
    return takes || random.chance(0.1)
      ? `${option}${random.pick(option.startsWith('--') ? ['=', ' '] : ['', ' '])}${value}`
      : option;
  });
  const operands = Array.from({ length: random.below(3) }, () =>
    random.chance(0.4) ? random.pick(hostile) : random.pick(OPERANDS),
  );
  return ['git', name, ...spelt, ...operands].filter(Boolean).join(' ');
}

/** Programs under names that a command may start, a folder beside the repository, and a copy to begin anew from. */
function makeTraps() {
  mkdirSync('/space/traps', { recursive: true });
  mkdirSync('/space/beside', { recursive: true });
  for (const name of ['evil', 'less', 'vi', 'gpg', 'ssh', 'man', 'git-evil', 'git-merge-evil', 'git-x', 'git-remote-evil'])
    writeFileSync(`/space/traps/${name}`, `#!/bin/sh\necho "$0 $*" >>/space/fired\n`, { mode: 0o755 });
  writeFileSync(join(work, 'evil'), '#!/bin/sh\necho "$0 $*" >>/space/fired\n', { mode: 0o755 });
  cpSync(work, TEMPLATE, { recursive: true, verbatimSymlinks: true });
}

/** Notes a program that is not git's, and a file beside the repository; then begins anew. */
function lookAtTraps(command) {
  const events = existsSync(TRACE)
    ? readFileSync(TRACE, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : [];
  const started = events.filter(({ event, argv }) => event === 'child_start' && !/^(?:\S*\/)?git(?:-|$)/.test(argv[0]));
  if (started.length > 0) results.failures.push(['started', command, started[0].argv]);
  if (existsSync('/space/fired')) results.failures.push(['fired', command, readFileSync('/space/fired', 'utf8')]);
  if (readdirSync('/space/beside').length > 0) results.failures.push(['beside', command]);
  for (const path of [TRACE, '/space/fired', '/space/beside', work]) rmSync(path, { recursive: true, force: true });
  mkdirSync('/space/beside');
  cpSync(TEMPLATE, work, { recursive: true, verbatimSymlinks: true });
}

function state() {
  const script =
    'find . -type f -not -path "./.git/index" | sort | xargs md5sum | md5sum; git for-each-ref | md5sum; git ls-files -s | md5sum';
  return String(spawnSync('bash', ['-c', script], { cwd: work, env }).stdout);
}

function makeRepository() {
  mkdirSync(join(work, 'sub'), { recursive: true });
  const git = (...args) =>
    String(execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: work, env })).trim();
  const write = (name, text) => writeFileSync(join(work, name), text);
  git('init', '-q', '--template=', '-b', 'main', '.');
  write('a.txt', 'a\n');
  write('sub/b.txt', 'b\n');
  write('.env.old', `${SECRET}\n`);
  write('sub/.env', `${SECRET} in sub\n`);
  git('add', '-A');
  git('commit', '-qm', 'one');
  git('rm', '-q', '--cached', '.env.old');
  git('commit', '-qm', 'two');
  git('tag', 'v1');
  git('branch', 'x');
  write('a.txt', 'a2\n');
  git('stash', '-q');
  write('a.txt', 'a3\n');
  git('commit', '-qam', 'three');
  write('.env.staged', `${SECRET} staged\n`);
  git('add', '-f', '.env.staged');
  write('.env', `${SECRET}\n`);
  write('a.txt', 'a4\n');
  git('notes', 'add', '-m', 'note');
  const [blob, tree, old] = ['HEAD:sub/.env', 'HEAD:sub', 'HEAD~2:.env.old'].map((name) => git('rev-parse', name));
  git('tag', 'tagblob', blob);
  return { blob, tree, old };
}

function words({ blob, tree, old }) {
  const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter) => `-${letter}`);
  const commands =
    'status|diff|log|show|shortlog|reflog|rev-list|rev-parse|ls-files|ls-tree|blame|annotate|grep|branch|tag|for-each-ref|show-ref|symbolic-ref|name-rev|describe|merge-base|cat-file|remote|stash list|stash show|worktree list|version|whatchanged|diff-tree|diff-index|diff-files|range-diff|archive|format-patch|check-ignore|count-objects|fsck|var|show-branch|cherry|merge-tree|notes show|notes list|rerere diff|request-pull|difftool|commit --dry-run|add -n|stash|checkout|restore|reset';
  const long =
    '--patch --stat --name-only --cached --staged --no-index --textconv --ext-diff --output=o --all --follow --full-diff --cc --dd --remerge-diff --diff-merges=on --root --stdin --batch --filters --untracked --contents=sub/.env --since=2000 --format=%B --format=%H --format=%(raw) --format=%(contents) --format=%(contents:body) --format=%(contents:lines=5) --format=%(*contents) -n9 --pretty=raw --pretty=fuller --oneline --graph --raw --binary --word-diff --color-words --unified=9 --check --summary --no-patch --reverse --skip=1 --max-count=9 --merge --walk-reflogs --boundary --no-walk --do-walk --objects --left-right --cherry --branches --tags --remotes --reflog --glob=* --exclude=x --no-renames --find-renames --ignore-submodules --submodule=diff --line-prefix=x --compact-summary --numstat --shortstat --dirstat --patch-with-stat --patch-with-raw --full-index --abbrev=4 --pickaxe-all --relative --function-context --quiet --exit-code --merge-base --list --contains --merged --no-merged --sort=refname --points-at --verbose --show-current --column --others --ignored --exclude-standard --stage --unmerged --deleted --modified --eol --recurse-submodules --with-tree=HEAD --porcelain --line-porcelain --incremental --show-stash --ignored=matching --untracked-files=all --end-of-options -- --diff-filter=A --no-textconv --no-ext-diff -1 -3 -U3 -vv -L1,1:sub/.env -L1,1:a.txt -SSECRET -GSECRET'.split(
      ' ',
    );
  const operands = [
    ...[
      '',
      'HEAD',
      'HEAD~1',
      'HEAD~2',
      'main x',
      'v1',
      '.env',
      '.env.staged',
      'sub',
      'sub/.env',
      '.env.old',
      'HEAD:sub/.env',
      'HEAD:sub',
    ],
    ...[
      'HEAD~2:.env.old',
      ':sub/.env',
      ':0:.env.staged',
      ':.env.staged',
      blob,
      tree,
      old,
      `${blob} HEAD`,
      `${old} a.txt`,
      `HEAD ${blob}`,
    ],
    ...[
      "'stash@{0}'",
      "'stash@{0}^2'",
      'HEAD~2..HEAD',
      'HEAD~2 HEAD',
      'HEAD~3...HEAD',
      'a.txt',
      'a.txt .env',
      '.',
      '-- .',
      '-- sub',
      'tagblob',
    ],
    ...[
      '-- .env.staged',
      'HEAD -- .',
      'HEAD~2 -- .env.old',
      "':(top)'",
      "'*'",
      "':!a.txt'",
      "'.e*'",
      '/dev/null .env',
      'a.txt /space/work/.env',
    ],
    ...[
      'SECRET',
      'SECRET HEAD',
      'SECRET HEAD~2',
      'SECRET HEAD -- sub',
      '-e SECRET -- .',
      '"" HEAD:sub',
      'SECRET sub/b.txt sub/.env',
      '@{u}',
      '@',
    ],
    ...[
      '^HEAD~2 HEAD',
      "'HEAD^{/one}'",
      "':/one'",
      "'HEAD^{tree}'",
      "'HEAD@{10:00}'",
      'new',
      'x y',
      '-d x',
      'expire --all',
      'show HEAD',
    ],
    ...[
      '--output=o HEAD',
      'refs/notes/commits',
      "'HEAD^{tree}:sub'",
      "'HEAD:sub/.env^{blob}'",
      'HEAD:./sub/.env',
      'HEAD:sub/../sub/.env',
      'HEAD tagblob',
    ],
  ];
  return { COMMANDS: commands.split('|'), OPTIONS: [...letters, ...long], OPERANDS: operands };
}
