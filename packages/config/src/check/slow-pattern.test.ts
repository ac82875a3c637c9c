import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../load/load-config.js';

/** Loads a configuration with an option whose pattern stands in the manifest of the mounted package. */
function load(pattern: string, name: string) {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-slow-pattern-')));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  const at = join(cwd, 'node_modules/loadout-plugin-crm');
  mkdirSync(at, { recursive: true });
  const options = { type: 'object', properties: { name: { type: 'string', pattern } } };
  const loadout = { api: 1, plugin: './index.js', options };
  writeFileSync(join(at, 'package.json'), JSON.stringify({ name: 'loadout-plugin-crm', version: '1.0.0', loadout }));
  const text = `plugins:\n  crm:\n    use: loadout-plugin-crm\n    options: { name: ${name} }\nagents: { helper: { instructions: Hi. } }\n`;
  writeFileSync(join(cwd, 'agent.config.yaml'), text);
  return loadConfig({ cwd, env: { HOME: cwd }, packageRoots: [] });
}

it('a pattern of a manifest that would take for ever is given up, and its plugin checks the option', async () => {
  const { plan } = await load('^(a+)+$', `${'a'.repeat(200)}_`);
  expect(plan.plugins).toMatchObject([{ mount: 'crm', use: 'loadout-plugin-crm' }]);
});

it('an ordinary pattern of a manifest is checked', async () => {
  await expect(load('^[a-z]+$', 'Anna')).rejects.toMatchObject({
    problems: [expect.objectContaining({ code: 'CONFIG_PLUGIN_OPTIONS' })],
  });
});
