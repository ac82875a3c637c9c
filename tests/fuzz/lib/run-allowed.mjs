import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const SECRET = 'SECRET-3f9a71';

/** The folder that the commands run in: files whose names and contents are traps. */
export function makeTraps() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-fuzz-')));
  const work = join(root, 'work');
  for (const folder of ['sub', 'secret', 'g', 'bin', '.git']) mkdirSync(join(work, folder), { recursive: true });
  mkdirSync(join(root, 'marker'));
  const files = {
    'a.txt': 'fire\na\n',
    canary: 'kept\n',
    'secret/key': `${SECRET}\n`,
    'sub/b.txt': 'b\n',
    'evil.sh': 'fire\n',
    'evil.sed': '1e fire\n',
    list: 'secret/key\0',
    'bin/ls': '#!/bin/sh\nfire\n',
    'g/--compress-program=fire': '',
    'g/-ocanary': '',
    'g/a': 'a\n',
    'g/-f..': '',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(work, name), text);
  symlinkSync('secret/key', join(work, 'link'));
  writeFileSync(join(root, 'marker/fire'), '#!/bin/sh\necho x >>/out/fired\n');
  for (const name of ['work/evil.sh', 'work/bin/ls', 'marker/fire']) chmodSync(join(root, name), 0o755);
  return { root, work };
}

/** A command that ran: whether the marker fired, a file was changed, the secret was seen. */
const DRIVER = `
for file in /batch/*; do
  [ -e /out/stop ] && break
  name=\${file##*/}
  cd /work
  IFS= read -r -d '' text <"$file"
  timeout -k 0.2 1 bash --noprofile --norc -c "$text" </dev/null >/out/shown.$name 2>&1
  [ -e /out/fired ] && mv /out/fired /out/fired.$name
  IFS= read -r kept </work/canary; [ "$kept" = kept ] || { echo x >/out/changed.$name; echo kept >/work/canary; }
done
`;

/** Runs commands one after the other in one sandbox without a network. Gives back those that did what no rule allows. */
export function runAllowed(commands, { root, work }) {
  const batch = mkdtempSync(join(root, 'batch-'));
  const out = mkdtempSync(join(root, 'out-'));
  for (const [index, command] of commands.entries()) writeFileSync(join(batch, String(index).padStart(6, '0')), command);
  const binds = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp', '--tmpfs', '/mnt'];
  const args = [...binds, '--bind', work, work, '--unshare-all', '--die-with-parent', '--new-session', '--clearenv'];
  const mounts = { batch, out, work, marker: join(root, 'marker') };
  const script = Object.keys(mounts).reduce(
    (text, name) => text.replaceAll(`/${name}/`, `${mounts[name]}/`).replaceAll(`cd /${name}\n`, `cd ${mounts[name]}\n`),
    DRIVER,
  );
  writeFileSync(join(root, 'marker/fire'), `#!/bin/sh\necho x >>${out}/fired\n`);
  const env = { PATH: `${mounts.marker}:/usr/bin:/bin`, HOME: '/nonexistent', SHLVL: '1', LANG: 'C.UTF-8' };
  const sets = Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]);
  const binding = [batch, out, mounts.marker].flatMap((path) => ['--bind', path, path]);
  const done = spawnSync(
    'bwrap',
    [...args, ...binding, ...sets, '--chdir', work, 'bash', '--noprofile', '--norc', '-c', script],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 600_000,
    },
  );
  if (done.error !== undefined || done.status === null)
    throw new Error(`bwrap did not finish: ${done.error?.message ?? done.signal}`);
  const names = readdirSync(out);
  if (names.filter((name) => name.startsWith('shown.')).length !== commands.length)
    throw new Error(`bwrap ran ${names.length} of ${commands.length}: ${String(done.stderr).slice(0, 500)}`);
  const found = [];
  for (const name of names) {
    const [kind, index] = name.split('.');
    if (kind === 'shown' && !readFileSync(join(out, name), 'utf8').includes(SECRET)) continue;
    found.push({ kind: kind === 'shown' ? 'read' : kind, command: commands[Number(index)] });
  }
  for (const folder of [batch, out]) rmSync(folder, { recursive: true, force: true });
  return found;
}

export const isSandboxed = () => ['/usr/bin/bwrap', '/bin/bwrap', '/usr/local/bin/bwrap'].some((path) => existsSync(path));
