import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SECRET } from './traps.mjs';

/**
 * Each command gets fresh traps: every trap that is not older than the start of the command is created again. The script waits
 * for the background jobs of the command. Then it checks whether the marker fired, the kept file changed, or the secret was seen.
 * Between two commands it uses bash's own words, because each process costs as much as the command itself, but for long
 * outputs, for which bash takes seconds.
 */
const DRIVER = `
shopt -s globstar dotglob nullglob
restore() { cd /; rm -rf "$WORK"/*; cp -a /template/. "$WORK"; }
restore
mkfifo /fired/never
entries=("$WORK" "$WORK"/**)
own=(/proc/[0-9]*)
ran=0
for file in /batch/*; do
  name=\${file##*/}
  cd "$WORK"
  IFS= read -r -d '' text <"$file"
  : >/fired/start
  X=fire timeout -k 0.2 "$LIMIT" bash --noprofile --norc -c "$text" </dev/null >/tmp/shown 2>&1
  left=(/proc/[0-9]*); polls=0
  while [ \${#left[@]} -gt \${#own[@]} ] && [ $polls -lt 100 ]; do
    polls=$((polls + 1)); read -r -t 0.02 <>/fired/never; left=(/proc/[0-9]*)
  done
  for one in "\${left[@]}"; do case " \${own[*]} " in *" $one "*) ;; *) kill -9 "\${one#/proc/}" 2>/dev/null;; esac; done
  ran=$((ran + 1))
  [ -e /fired/fired ] && { : >/out/fired.$name; rm -f /fired/fired; }
  shown=; IFS= read -r -N 5000 shown </tmp/shown
  if [ \${#shown} -lt 5000 ]; then
    case \${shown//[[:space:]]/} in *${SECRET}*) : >/out/read.$name;; esac
  else
    head -c 2000000 /tmp/shown | tr -d '[:space:]\\000' | grep -qaF ${SECRET} && : >/out/read.$name
  fi
  changed=
  case $text in *touch*|*chmod*|*cp*|*tar*) changed=x;; esac
  for entry in "\${entries[@]}"; do [ "$entry" -ot /fired/start ] || changed=x; done
  [ -z "$changed" ] && continue
  kept=; IFS= read -r -d '' kept <"$WORK/canary"; [ "$kept" = $'kept\\n' ] || : >/out/changed.$name
  grep -rqsF ${SECRET} "$WORK" --exclude-dir=secret --exclude-dir=.git && : >/out/copied.$name
  restore
done
echo $ran >/out/ran
`;

/** The arguments for a sandbox with a read-only system, everything else in memory, and no network. */
function sandboxArgs({ batch, out, traps, tools, limit }) {
  const system = ['bin', 'sbin', 'lib', 'lib32', 'lib64'].flatMap((name) => {
    const path = `/${name}`;
    if (!existsSync(path)) return [];
    return lstatSync(path).isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path];
  });
  const path = ['/marker', ...tools.map(({ bin }) => bin), '/usr/bin', '/bin'].join(':');
  const home = tools.length > 0 ? '/tmp' : '/nonexistent';
  const env = { PATH: path, HOME: home, SHLVL: '1', LANG: 'C.UTF-8', WORK: traps.work, LIMIT: String(limit), CI: '1' };
  return [
    ...['--tmpfs', '/', '--ro-bind', '/usr', '/usr', '--ro-bind', '/etc', '/etc', ...system],
    ...['--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp', '--tmpfs', '/fired', '--tmpfs', traps.work],
    ...[
      '--ro-bind',
      traps.template,
      '/template',
      '--ro-bind',
      traps.marker,
      '/marker',
      '--ro-bind',
      traps.outside,
      traps.outside,
    ],
    ...['--ro-bind', batch, '/batch', '--bind', out, '/out'],
    ...tools.flatMap(({ root }) => ['--ro-bind', root, root]),
    ...['--unshare-all', '--die-with-parent', '--new-session', '--clearenv'],
    ...Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]),
  ];
}

/**
 * Runs commands one after the other in one sandbox. Returns the commands that did more than a rule allows, with their effects.
 */
export function runAllowed(commands, traps, { tools = [], limit = 1 } = {}) {
  const [batch, out] = ['batch', 'out'].map((name) => mkdtempSync(join(traps.root, `${name}-`)));
  for (const [index, command] of commands.entries()) writeFileSync(join(batch, String(index).padStart(6, '0')), command);
  const done = spawnSync(
    'bwrap',
    [...sandboxArgs({ batch, out, traps, tools, limit }), 'bash', '--noprofile', '--norc', '-c', DRIVER],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: 1_200_000,
    },
  );
  if (done.error !== undefined || done.status === null)
    throw new Error(`bwrap did not finish: ${done.error?.message ?? done.signal}`);
  const names = readdirSync(out);
  const ran = names.includes('ran') ? Number(readFileSync(join(out, 'ran'), 'utf8')) : 0;
  if (ran !== commands.length) throw new Error(`bwrap ran ${ran} of ${commands.length}: ${String(done.stderr).slice(0, 500)}`);
  const found = new Map();
  for (const name of names.filter((one) => one !== 'ran')) {
    const [kind, index] = name.split('.');
    found.set(Number(index), { kind, command: commands[Number(index)] });
  }
  for (const folder of [batch, out]) rmSync(folder, { recursive: true, force: true });
  return [...found.values()];
}

export const isSandboxed = () => ['/usr/bin/bwrap', '/bin/bwrap', '/usr/local/bin/bwrap'].some((path) => existsSync(path));
