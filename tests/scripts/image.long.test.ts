import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadScript, ROOT } from './load-script.js';

interface Registry {
  readonly url: string;
  close(): Promise<void>;
}

const { packagesOf } = await loadScript<{ packagesOf(root: string): { json: { name: string; private?: boolean } }[] }>(
  'lib/workspace.mjs',
);
const { pack } = await loadScript<{ pack(packages: readonly object[], options: object): Map<string, { tarball: string }> }>(
  'lib/pack.mjs',
);
const { startTarballRegistry } = await loadScript<{ startTarballRegistry(options: object): Promise<Registry> }>(
  'lib/tarball-registry.mjs',
);

const { version } = JSON.parse(readFileSync(join(ROOT, 'packages/cli/package.json'), 'utf8')) as { version: string };
const folder = mkdtempSync(join(tmpdir(), 'loadout-image-'));
const [prefix, data, work] = [join(folder, 'opt'), join(folder, 'data'), join(folder, 'work')];
let registry: Registry;

/** The layout of the image, made by the script of the Dockerfile from packed packages. No daemon of containers is needed. */
beforeAll(async () => {
  const packed = pack(
    packagesOf(ROOT).filter(({ json }) => json.private !== true),
    { root: ROOT, folder },
  );
  registry = await startTarballRegistry({ tarballs: [...packed.values()].map(({ tarball }) => tarball) });
  const env = { ...process.env, npm_config_registry: registry.url, 'npm_config_@loadout:registry': registry.url };
  // The registry is part of this process, so nothing may block it.
  await new Promise<void>((done, fail) => {
    execFile('sh', [join(ROOT, 'deploy/install.sh'), version, prefix, data], { env }, (error, _out, stderr) =>
      error === null ? done() : fail(new Error(stderr)),
    );
  });
  mkdirSync(work);
  for (const name of ['agent.config.yaml', 'model.script.yaml', 'notes.txt'])
    writeFileSync(join(work, name), readFileSync(join(ROOT, 'examples/01-minimal', name)));
});
afterAll(async () => {
  await registry.close();
  chmodSync(work, 0o755);
  rmSync(folder, { recursive: true, force: true });
});

const loadout = (...args: string[]) =>
  spawnSync(join(prefix, 'bin/loadout'), args, {
    cwd: work,
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      HOME: data,
      XDG_STATE_HOME: join(data, 'state'),
      XDG_CACHE_HOME: join(data, 'cache'),
      XDG_CONFIG_HOME: join(data, 'config'),
    },
  });

it('the command of the image has the version that was asked for', () => {
  expect(loadout('--version').stdout).toContain(version);
});

it('an agent of a read-only folder runs, and everything that it stores is below the folder of data', () => {
  chmodSync(work, 0o555);
  const before = execFileSync('find', [work, prefix, '-newermt', '@0', '-type', 'f'], { encoding: 'utf8' });
  const { stdout, status, stderr } = loadout('run');
  expect(stderr).not.toContain('EACCES');
  expect(status).toBe(0);
  expect(stdout.trim()).not.toBe('');
  expect(execFileSync('find', [work, prefix, '-newermt', '@0', '-type', 'f'], { encoding: 'utf8' })).toBe(before);
  expect(existsSync(join(data, 'state/loadout'))).toBe(true);
});

it('install.sh without a version says what to give it', () => {
  const { status, stderr } = spawnSync('sh', [join(ROOT, 'deploy/install.sh'), '', prefix, data], { encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toContain('--build-arg VERSION=0.1.0');
});
