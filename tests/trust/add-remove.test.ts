import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadout } from '../lib/loadout.js';

const CONFIG = `# what this is for
plugins:
  fs: "@loadout/tool-fs"   # files
agents:
  helper: { instructions: Hi. }
`;

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A project without links into this repository, because npm removes packages that it has not installed, also through a link. */
function plainFolder(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-add-')));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

function packed(): { cwd: string; file: string } {
  const cwd = plainFolder({
    'agent.config.yaml': CONFIG,
    'package.json': '{ "name": "app", "private": true }',
    'outside/package.json': JSON.stringify({
      name: 'loadout-plugin-units',
      version: '1.2.0',
      type: 'module',
      scripts: { install: 'touch ran' },
      loadout: { api: 1, plugin: './index.js', tools: [{ name: 'convert' }], touches: { net: ['units.example'] } },
    }),
    'outside/index.js': `export default { name: 'units', api: 1, setup: () => ({ tools: [] }) };\n`,
  });
  execFileSync('npm', ['pack', '--silent', '--ignore-scripts'], { cwd: join(cwd, 'outside') });
  return { cwd, file: join(cwd, 'outside', 'loadout-plugin-units-1.2.0.tgz') };
}

const env = { npm_config_offline: 'true', npm_config_update_notifier: 'false' };

describe('loadout add and remove', () => {
  it('install with npm and without scripts, show what the plugin touches, change only its line, lock it, and undo everything (PLUG-01)', async () => {
    const { cwd, file } = packed();
    const added = await loadout(['add', file], { cwd, env, trust: false });
    expect(added.code, added.stderr).toBe(0);
    expect(added.stdout).toContain('loadout-plugin-units 1.2.0\n  tools: convert\n  net: [ "units.example" ]\n');
    expect(added.stdout).toContain('disabled until you run: loadout trust');
    const [config, lock] = [join(cwd, 'agent.config.yaml'), join(cwd, 'loadout.lock')];
    expect(readFileSync(config, 'utf8')).toBe(CONFIG.replace('# files\n', '# files\n  units: "loadout-plugin-units"\n'));
    expect(readFileSync(lock, 'utf8')).toContain('plugins.units:');
    expect(existsSync(join(cwd, 'node_modules/loadout-plugin-units/ran'))).toBe(false);
    const removed = await loadout(['remove', 'units'], { cwd, env });
    expect(removed.code, removed.stderr).toBe(0);
    expect(readFileSync(config, 'utf8')).toBe(CONFIG);
    expect(readFileSync(lock, 'utf8')).not.toContain('units');
    expect(existsSync(join(cwd, 'node_modules/loadout-plugin-units'))).toBe(false);
  });

  it('install nothing under a misspelt name of one of our packages (U2)', async () => {
    const { cwd } = packed();
    const { code, stderr } = await loadout(['add', '@loadout/tool-shel'], { cwd, env, trust: false });
    expect([code, stderr]).toEqual([2, expect.stringContaining('Did you mean @loadout/tool-shell?')]);
    expect(existsSync(join(cwd, 'node_modules'))).toBe(false);
  });

  it('refuse an unknown plugin, with the nearest name', async () => {
    const cwd = plainFolder({ 'agent.config.yaml': CONFIG });
    const { code, stderr } = await loadout(['remove', 'fss'], { cwd });
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('error REMOVE_UNKNOWN: No mounted plugin has the name or package fss'),
    ]);
  });
});
