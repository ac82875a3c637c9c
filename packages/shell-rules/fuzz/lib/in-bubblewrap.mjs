import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdtempSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../../', import.meta.url)).replace(/\/$/, '');

/**
 * Runs a driver with Node in bubblewrap: the system and this repository are read-only, everything else is in memory, without
 * network. Returns the JSON that the driver wrote to the path in its last argument.
 */
export function inBubblewrap(driver, args) {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-fuzz-'));
  const system = ['bin', 'sbin', 'lib', 'lib32', 'lib64'].flatMap((name) => {
    const path = `/${name}`;
    if (!existsSync(path)) return [];
    return lstatSync(path).isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path];
  });
  const node = dirname(dirname(process.execPath));
  const done = spawnSync(
    'bwrap',
    [
      ...['--tmpfs', '/', '--ro-bind', '/usr', '/usr', '--ro-bind', '/etc', '/etc', ...system],
      ...['--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp', '--tmpfs', '/space', '--tmpfs', '/fired'],
      ...['--ro-bind', root, root, ...(node === '/usr' ? [] : ['--ro-bind', node, node]), '--bind', folder, '/out'],
      ...['--unshare-all', '--die-with-parent', '--new-session', '--clearenv', '--setenv', 'PATH', '/usr/bin:/bin'],
      ...[
        '--setenv',
        'SHLVL',
        '1',
        process.execPath,
        resolve(root, 'packages/shell-rules/fuzz/lib', driver),
        root,
        ...args.map(String),
        '/out/results',
      ],
    ],
    { stdio: ['ignore', 'inherit', 'pipe'], timeout: 1_800_000 },
  );
  try {
    if (done.status !== 0) throw new Error(`bwrap ended with ${done.status}: ${String(done.stderr).slice(-2_000)}`);
    return JSON.parse(readFileSync(join(folder, 'results'), 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
