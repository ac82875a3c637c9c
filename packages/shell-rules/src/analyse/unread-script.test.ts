import { describe, expect, it } from 'vitest';
import { analyse } from './analyse.js';

const isUnread = (command: string) => analyse(command).commands.some(({ unread }) => unread);

describe('a script that is not read, and that may start other programs', () => {
  it.each([
    ...[
      "vim -c '!x'",
      "vi +'!x' a",
      'vim -S s',
      "nvim --cmd '!x'",
      "ex -s a <<< '!x'",
      "ed a <<< '!x'",
      'ed a < s',
      'echo 1 | ed',
    ],
    ...[
      "perl -e 'x'",
      "perl -ne 'x' a",
      "perl -i.bak -pe 'x' a",
      'perl5.36 -e x',
      '/usr/bin/perl -E x',
      'perl <<< x',
      'perl - < x',
    ],
    ...[
      "python3 -c 'x'",
      'python3.12 -Ic x',
      'python3 <<EOF\nx\nEOF',
      'cat x | python3 -',
      "node -e 'x'",
      'node -p x',
      'node --eval=x',
    ],
    ...[
      "ruby -e 'x'",
      "php -r 'x;'",
      'lua -e x',
      'Rscript -e x',
      "emacs --batch --eval '(x)'",
      'emacs --batch -l x.el',
      "gdb -ex '!x' a",
    ],
    ...[
      'awk \'BEGIN{system("x")}\'',
      'awk \'{print | "x"}\' a',
      'awk \'BEGIN{"x" | getline}\'',
      'gawk \'@load "x"\'',
      'gawk -e x',
    ],
    ...['awk \'{printf "a" |& "x"}\'', 'awk -f - <<< x', 'gawk -i inplace x a', "awk -v a=b -- 'BEGIN{system(a)}'"],
    ...[
      'python3 -i a.py < x',
      'python3 -m timeit x',
      'awk -f a -f - < x',
      'node --import data:x a.js',
      'deno run - < x',
      'ssh h <<< x',
      'cat x | ssh h',
      'docker exec -i c sh < x',
      'frob <<< x',
      'tclsh <<< x',
      "dc -e '!x'",
      'm4 < x',
    ],
    ...[
      "socat - EXEC:'x'",
      'nc -e /bin/sh h 1',
      'npx tsx -e x',
      'foo perl -e x',
      "nice -n 5 perl -e 'x'",
      'find . -exec perl -e x {} +',
      'echo a | python3 -W ignore',
      'echo a | node --require dotenv/config',
      'echo a | ruby -r json',
    ],
  ])('is seen in %j', (command) => expect(isUnread(command)).toBe(true));

  it.each([
    ...[
      "awk '{print $1}' a",
      "awk -F: '{print $1}' a",
      "awk -F '|' '/a|b/ {n++} END {print n || 1}' a",
      "awk 'NR>1 {s += $1}' a",
      'awk -f p a',
    ],
    ...[
      'python3 a.py',
      'cat a | python3 a.py',
      'node a.js < x',
      'perl a.pl',
      'vim a',
      'vim +10 a',
      'ed a',
      'bash x.sh',
      './x.sh',
    ],
    ...[
      'cat <<< x',
      'tee a <<< x',
      'git commit -F - <<< x',
      'kubectl apply -f - < x',
      'npm test < x',
      'echo "perl -e x"',
      'grep -e x perl',
    ],
    ...[
      'ssh h uptime',
      'psql app',
      'make',
      'jq .a <<< x',
      'curl -d @- http://x < a',
      'git log | less',
      'npm test | tail',
      'frob',
    ],
  ])('does not exist in %j', (command) => expect(isUnread(command)).toBe(false));
});
