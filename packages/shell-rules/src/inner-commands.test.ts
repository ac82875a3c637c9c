import { describe, expect, it } from 'vitest';
import { makeWorkspace, openSession } from './testing/workspace.js';

const { workspace } = makeWorkspace();
const session = await openSession(workspace);

/** Commands that run `rm x`, or that run text which may hold it. */
const HOSTILE = [
  ...["bash -c 'rm x'", "bash -cx 'rm x'", "bash -c -- 'rm x'", "bash -o pipefail -c 'rm x'", "bash -c $'\\x72m x'"],
  ...['sh -c "sh -c \'rm x\'"', 'sh -c \'"$@"\' sh rm x', "sh -c '$0 $1' rm x", "sh -c 'eval \"$0\"' 'rm x'"],
  ...["busybox sh -c 'rm x'", "ksh93 -c 'rm x'", "su -c 'rm x'", "script -qc 'rm x' /dev/null", "flock a -c 'rm x'"],
  ...["env -S 'rm x'", "ssh localhost 'rm x'", "docker exec a sh -c 'rm x'", "npx -c 'rm x'", "watch 'rm x'"],
  ...["bash <<'EOF'\nrm x\nEOF", "cat <<'EOF' | bash\nrm x\nEOF", "cat <<'EOF' | cat | sh -s\nrm x\nEOF", "bash <<< 'rm x'"],
  ...["echo 'rm x' | sh", "printf 'r%s x' m | timeout 5 sh", "sh -c 'cat | sh' <<< 'rm x'", "bash -c bash <<< 'rm x'"],
  ...['bash <(echo rm x)', 'source <(echo rm x)', ". /dev/stdin <<< 'rm x'", "exec <<< 'rm x'; bash"],
  ...["trap 'rm x' EXIT", "trap -- 'rm x' EXIT", "trap 'rm x' DEBUG; git log", "eval 'rm x'", 'eval "$(echo rm x)"'],
  ...['a="rm x"; eval "$a"', 'a=rm; $a x', 'set -- rm x; "$@"', "read a <<< 'rm x'; $a", 'a=(rm x); "${a[@]}"'],
  ...['echo x | xargs rm', 'echo x | xargs -I{} rm {}', "echo x | xargs -I R sh -c 'rm R'", "echo 'rm x' | xargs -I{} sh -c {}"],
  ...['echo rm x | xargs env', 'echo "rm x" | xargs -L1 bash -c', 'xargs -a cmds -I{} sh -c {}', 'echo rm | xargs -I{} {} x'],
  ...[
    'find . -exec rm {} ";"',
    'find . -exec sh -c \'rm "$1"\' sh {} +',
    'coproc rm x',
    'f() { rm x; }; f',
    "alias git='rm x'\ngit log",
  ],
  ...["git -c alias.x='!rm x' x", "git -c core.pager='rm x' log", "GIT_PAGER='rm x' git -p log", "git submodule foreach 'rm x'"],
  ...[
    'git bisect run rm x',
    "git rebase -x 'rm x' HEAD~1",
    'git log 2> >(rm x)',
    'git -C "$(rm x)" log',
    'git log "${a[$(rm x)]}"',
  ],
  ...["PROMPT_COMMAND='rm x' bash -i", 'BASH_ENV=a bash b', "mapfile -C 'rm x' -c 1 a <<< b", "[ -v 'a[$(rm x)]' ]"],
];

describe('a rule that denies rm, beside one that allows git', () => {
  it.each(HOSTILE)('lets no inner command through: %s', (command) => {
    for (const allow of ['Bash(git *)', 'Bash'])
      expect(session.decide(command, { allow: [allow], deny: ['Bash(rm *)'] }).behavior).not.toBe('allow');
  });

  it.each([
    "bash -c 'git log'",
    'git commit -m "$(git log -1)"',
    "git commit -m 'rm x'",
    "trap 'git log' EXIT",
    'echo a | xargs git log --',
  ])('allows %s', (command) => {
    expect(session.decide(command, { allow: ['Bash(git *)'], deny: ['Bash(rm *)'] }).behavior).toBe('allow');
  });
});
