import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { loadConfig } from '../../../config/src/load/load-config.js';
import type { ConfigError } from '../../../config/src/load/load-options.js';

export type Files = Readonly<Record<string, unknown>>;

export function writeFiles(folder: string, files: Files): void {
  for (const [name, value] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), typeof value === 'string' ? value : JSON.stringify(value));
  }
}

const INSTALLED = {
  '@loadout/hooks': { hookTypes: { command: { type: 'object' } } },
  '@loadout/mcp': {},
  '@loadout/tool-lsp': {},
  '@loadout/tool-shell': { names: 'bare', tools: [{ name: 'Bash' }] },
};

/** Creates a project with its own state folder, for one test. */
export function makeProject(files: Files) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-mount-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const cwd = join(root, 'project');
  const env = { HOME: join(root, 'home'), LOADOUT_STATE_DIR: join(root, 'state') };
  const trust = { file: join(root, 'trust.json') };
  writeFiles(cwd, { '.git/HEAD': '', ...files });
  for (const [name, loadout] of Object.entries(INSTALLED))
    writeFiles(join(root, 'node_modules', name), {
      'package.json': { name, version: '1.0.0', loadout: { api: 1, plugin: './index.js', ...loadout } },
    });
  const options = { cwd, env, packageRoots: [root], userFile: join(root, 'none'), managedFile: join(root, 'none') };
  const load = (hashes?: readonly string[]) => loadConfig({ ...options, trust: { ...trust, ...(hashes && { hashes }) } });
  return {
    ...{ root, cwd, env, trust, load },
    /** Loads what acts once the content is trusted. */
    async trusted() {
      return load([(await load()).trust?.hash ?? '']);
    },
    problems: () =>
      load().then(
        () => [],
        (error: ConfigError) => error.problems.map((one) => one.message),
      ),
  };
}

/** A plugin in ./vendor/review, and a configuration that mounts it. */
export const mounted = (files: Files, mount: Files = {}): Files => ({
  'agent.config.yaml': JSON.stringify({
    plugins: { shell: '@loadout/tool-shell', review: { claude: './vendor/review', ...mount } },
    agents: { main: {} },
  }),
  ...Object.fromEntries(Object.entries(files).map(([name, value]) => [`vendor/review/${name}`, value])),
});

export const hook = (command: string, more: object = {}) => [{ hooks: [{ type: 'command', command, ...more }] }];
