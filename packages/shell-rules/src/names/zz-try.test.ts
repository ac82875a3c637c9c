import { execFileSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { it } from 'vitest';
import { readNames } from './read-names.js';

const T = [
  'exec \\-u a <<< "$x"; bash',
  'exec <<< "$x"; bash',
  'command exec <<< "$x"; bash',
  'builtin exec <<< "$x"; bash',
  'command exec -- <<< "$x"; bash',
  'exec -- <<< "$x"; bash',
  'exec $p <<< "$x"; bash',
  'exec "-c" <<< "$x"; bash',
  'e=exec; $e <<< "$x"; bash',
  '\\exec <<< "$x"; bash',
  '\'exec\' <<< "$x"; bash',
  'shopt -s execfail; exec nosuch <<< "$x"; bash',
  'exec "" <<< "$x"; bash',
  'exec 3<<< "$x"; bash <&3',
  'exec 3<<< "$x"; exec 0<&3; bash',
  'eval exec "<<<" \'"$x"\'; bash',
  'command -p exec <<< "$x"; bash',
  'command command exec <<< "$x"; bash',
  'exec cat <<< "$x"',
  'exec 0< <(echo "$x"); bash',
  'exec < <(echo "$x"); bash',
  'coproc echo "$x"; bash <&${COPROC[0]}',
  'f() { exec <<< "$x"; }; f; bash',
  'alias e=exec; e <<< "$x"; bash',
  'exec ~ <<< "$x"; bash',
  'exec $(true) <<< "$x"; bash',
  'exec {fd}<<< "$x"; bash <&$fd',
  '{ bash; } <<< "$x"',
  '(bash) <<< "$x"',
  'if true; then bash; fi <<< "$x"',
  'exec -a n <<< "$x"; bash',
  'exec wc <<< "$x"',
  'exec /usr/bin/env <<< "$x"',
  'shopt -s execfail; builtin exec nosuch <<< "$x"; bash',
  'exec 4<<< "$x" 0<&4; bash',
  'exec 0<<< "$x"; sh',
  'exec 0<<< "$x"; . /dev/stdin',
  'exec 5<<< "$x"; . /dev/fd/5',
  'exec 5<<< "$x"; source /proc/self/fd/5',
  'exec 5<<< "$x"; bash /dev/fd/5',
  'exec 5<<< "$x"; read -u5 l; $l',
];
it('t', () => {
  for (const t of T) {
    rmSync('/tmp/nm/fired', { force: true });
    try {
      execFileSync('bash', ['-c', t], {
        env: { ...process.env, x: 'touch /tmp/nm/fired' },
        stdio: ['ignore', 'ignore', 'ignore'],
        timeout: 5000,
        cwd: '/tmp/nm',
      });
    } catch {}
    const fired = existsSync('/tmp/nm/fired');
    const { problems } = readNames(t, ['x']);
    if (fired !== problems.length > 0) console.log(fired ? 'HOLE ' : 'refused', t, problems[0]?.why ?? '');
  }
});
