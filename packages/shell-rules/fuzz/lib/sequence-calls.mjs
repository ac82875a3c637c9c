/** Sequences that are known to do more than a rule allows if every call runs. A leading `&` means the background. */
export const KNOWN = {
  'C3 a nested repository': ['cd evil', 'git diff'],
  'C3 by an option': ['git -C evil status'],
  'C3 a submodule': ['git add evil', 'touch evil/e.txt', 'git status --ignore-submodules=none'],
  'C3 orders of an archive': ['mkdir out', 'tar xf make.tar -C out', 'cd out && make'],
  'C3 orders of a copy': ['cp -r evil copy', 'cd copy', 'make'],
  'C14 hooks of an archive': ['tar xf hooks.tar', 'git add a.txt', 'git commit -m x'],
  'C14 a secret that is staged': ['git add -f .env', 'git diff --cached'],
  'C14 a secret that is stashed': ['git stash -a', "git show 'stash@{0}^3:.env'"],
  'C14 a secret that is committed': ['git add -f .env', 'git commit -m x', 'git show'],
  'C5 a comparison with nothing': ['git diff --no-index /dev/null .env'],
  'C4 a link that comes later': ['&sleep 0.15; echo x > d/f', 'rm d/f', 'cp -aT tmpl d', 'sleep 0.3'],
  'C15 a group that outlives its call': [
    '( sleep 0.15; echo x > d/f ) >/dev/null 2>&1 &',
    'rm d/f',
    'cp -aT tmpl d',
    'sleep 0.3',
  ],
};

/** Attacks that the environment of commands prevents by itself, so that they do not show although every call runs. */
export const CLOSED = {
  'C3 a filter of a repository without a working tree': ['cd bare', 'git add q', 'git status'],
};

const FOLDERS = [
  'evil',
  'bare',
  'sub',
  'd',
  'out',
  'copy',
  'deep/evil',
  'deep',
  '..',
  '.',
  'link',
  'wt',
  'clone',
  '../evil',
  'evil/../sub',
];
const FILES = [
  'a.txt',
  'sub/b.txt',
  'd/f',
  'evil/e.txt',
  '.env',
  'new.txt',
  'evil',
  '.',
  'bare',
  'copy',
  'out',
  ':(top)',
  ':!a.txt',
  '*',
  '--',
  'HEAD',
];
const SHOWS = [
  ...[
    'git status',
    'git status -sb',
    'git diff',
    'git diff --stat',
    'git diff --cached',
    'git diff HEAD',
    'git diff HEAD~1',
    'git log -p -3',
  ],
  ...[
    'git log --oneline',
    'git log --stat --all',
    'git show',
    'git show HEAD',
    'git show --stat',
    "git show 'stash@{0}'",
    'git show HEAD:.env',
  ],
  ...[
    "git show 'stash@{0}^3'",
    "git show 'stash@{0}^3:.env'",
    'git show :.env',
    'git stash list',
    'git stash show -p',
    'git grep -h ""',
    'git ls-files -m',
  ],
  ...[
    'git blame a.txt',
    'git cat-file -p HEAD:.env',
    'git cat-file -p :.env',
    'git describe --always',
    'git reflog',
    'git branch -a',
    'git diff --no-index',
  ],
  ...[
    'git log -p --all',
    'git log -p -g',
    'git log -p --reflog',
    'git rev-parse HEAD',
    'git worktree list',
    'git show main',
    'git diff main@{1}',
  ],
];
const CHANGES = [
  ...[
    'git add -A',
    'git add .',
    'git add -f',
    'git add -u',
    'git add -N -f',
    'git commit -m x',
    'git commit -am x',
    'git stash',
    'git stash -a',
    'git stash -u',
  ],
  ...[
    'git stash pop',
    'git checkout -- .',
    'git checkout -b x',
    'git reset',
    'git reset --hard',
    'git restore .',
    'git clean -fd',
    'git gc',
    'git init',
  ],
  ...[
    'git init out',
    'git clone evil clone',
    'git clone . clone',
    'git worktree add wt',
    'git submodule add ./evil s',
    'git fetch ./evil',
    'git pull ./evil main',
  ],
  ...[
    'git mv a.txt moved',
    'git mv .env moved',
    'git rm --cached a.txt',
    'git config user.name b',
    'git config core.fsmonitor fire',
    'git apply x',
    'git update-index --refresh',
  ],
  ...[
    'git config -- diff.external ./x',
    'git checkout main',
    'git merge --no-edit x',
    'git update-index --add --cacheinfo 160000,0123456789012345678901234567890123456789,evil',
  ],
];
const MOVES = [
  ...[
    'mkdir -p deep',
    'mkdir out',
    'cp -r evil copy',
    'cp -r evil deep',
    'cp -a bare deep',
    'mv evil deep',
    'mv bare out',
    'mv evil copy',
    'ln -s evil link',
  ],
  ...[
    'ln -s bare link',
    'ln -s ../outside link',
    'cp -r evil/.git sub',
    'cp -r bare/. sub',
    'cp -aT bare sub',
    'cp -aT tmpl d',
    'rm d/f',
    'rm -r sub',
    'rm -rf .git',
  ],
  ...[
    'tar xf hooks.tar',
    'tar xf hooks.tar -C out',
    'tar xf hooks.tar -C sub',
    'tar xf make.tar -C out',
    'tar xf make.tar -C sub',
    'tar xf evil.tar -C out',
  ],
  ...[
    'tar xf evil.tar -C deep',
    'tar xf hooks.tar -C sub/..',
    'tar xf hooks.tar -C deep/../.',
    'cp -r out/.git .',
    'mv out/.git/hooks .git',
    'mv sub/.git .git/x',
  ],
  ...[
    'touch new.txt',
    'echo n > new.txt',
    'echo x > d/f',
    'touch evil/e.txt',
    'touch bare/q',
    'cat .env',
    'cp .env plain',
    'mv .env plain',
    'ln .env hard',
  ],
  ...[
    'sleep 0.1; echo x > d/f',
    '( sleep 0.1; echo x > d/f ) >/dev/null 2>&1 &',
    '{ sleep 0.05; cp -aT tmpl d; } >/dev/null 2>&1 &',
    'echo x > d/f & sleep 0.01',
  ],
  ...[
    'cp -r link copy',
    'cp -rT evil out',
    'make',
    'make -C out',
    'make -C evil',
    'cd out && make',
    'cd evil && make',
    'mv out sub/out',
    'cp -r out sub',
  ],
];

/** One sequence of calls, with its rules. */
export function makeSequence(random) {
  const length = 2 + random.below(4);
  const known = random.chance(0.35) ? random.pick([...Object.values(KNOWN), ...Object.values(CLOSED)]) : [];
  const calls = known.filter(() => random.chance(0.85));
  while (calls.length < length) calls.splice(random.below(calls.length + 1), 0, call(random));
  return { calls, rules: rulesFor(random) };
}

function call(random) {
  const kind = random.next();
  const text = kind < 0.2 ? `cd ${random.pick(FOLDERS)}` : one(random);
  const joined = random.chance(0.2)
    ? `${random.chance(0.5) ? `cd ${random.pick(FOLDERS)}` : one(random)}${random.pick([' && ', '; ', ' | ', ' || '])}${text}`
    : text;
  return random.chance(0.07) ? `&${joined}` : joined;
}

function one(random) {
  const command = random.pick(random.pick([SHOWS, CHANGES, MOVES]));
  const placed =
    command.startsWith('git ') && random.chance(0.15)
      ? command.replace(
          'git ',
          `git ${random.pick(['-C evil', '-C bare', '-C sub', '--git-dir=bare', '--work-tree=evil', '-C deep/evil'])} `,
        )
      : command;
  return random.chance(0.15) ? `${placed} ${random.pick(FILES)}` : placed;
}

const PROGRAMS = ['git', 'make', 'tar', 'cp', 'mv', 'ln', 'mkdir', 'touch', 'rm', 'sleep', 'echo'];

/** Rules that never allow the mark, a change outside, or access to the secret. */
function rulesFor(random) {
  const programs = random.chance(0.2) ? [] : PROGRAMS.filter(() => random.chance(0.8));
  return {
    mode: random.pick(['default', 'acceptEdits', 'acceptEdits', 'plan']),
    allow: programs.map((name) => `Bash(${name}:*)`),
    deny: random.chance(0.9) ? ['Read(**/.env*)'] : ['Read(/.env)', 'Bash(git push:*)'],
  };
}
