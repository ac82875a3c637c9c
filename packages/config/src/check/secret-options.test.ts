import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../load/load-config.js';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const TOKEN = 'tok-0123456789';

/** Loads a configuration that mounts a plugin whose options `token` and `login.password` are secrets. */
function load(options: string, env: Readonly<Record<string, string>> = {}) {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-secret-option-')));
  folders.push(cwd);
  const at = join(cwd, 'node_modules/loadout-plugin-crm');
  mkdirSync(at, { recursive: true });
  const schema = {
    type: 'object',
    properties: {
      url: { type: 'string' },
      token: { type: 'string', secret: true, pattern: '^tok' },
      login: {
        type: 'object',
        properties: { password: { type: 'string', secret: true } },
        anyOf: [{ enum: [{ user: 'guest', password: 'guest' }] }, { maxProperties: 1 }],
      },
    },
    additionalProperties: false,
  };
  const loadout = { api: 1, plugin: './index.js', options: schema };
  writeFileSync(join(at, 'package.json'), JSON.stringify({ name: 'loadout-plugin-crm', version: '1.0.0', loadout }));
  const text = `plugins:\n  crm:\n    use: loadout-plugin-crm\n    options: ${options}\nagents: { helper: { instructions: Hi. } }\n`;
  writeFileSync(join(cwd, 'agent.config.yaml'), text);
  return loadConfig({ cwd, env: { HOME: cwd, ...env }, packageRoots: [] });
}

describe('an option that its plugin marks with secret: true', () => {
  it('is a secret of the plan, whatever the variable is called, and no warning says anything', async () => {
    const loaded = await load(`{ url: https://crm.example, token: '\${env:CRM}', login: { password: '\${env:PASS}' } }`, {
      CRM: TOKEN,
      PASS: 'open sesame',
    });
    expect(loaded.warnings).toEqual([]);
    expect(loaded.plan.secrets).toEqual([TOKEN, 'open sesame']);
    expect(JSON.stringify(loaded.resolved)).not.toMatch(/tok-0|sesame/);
    expect(JSON.stringify(loaded.resolved)).toContain('https://crm.example');
  });

  it('is a warning with its line if it is written into the file, and hidden all the same', async () => {
    const loaded = await load(`{ token: ${TOKEN} }`);
    expect(loaded.plan.secrets).toEqual([TOKEN]);
    expect(loaded.warnings).toMatchObject([
      { code: 'CONFIG_SECRET_OPTION', path: 'plugins.crm.options.token', position: { line: 4, column: 23 } },
    ]);
    expect(JSON.stringify([loaded.warnings, loaded.resolved])).not.toContain(TOKEN);
  });

  it('is not shown by an error about the object around it', async () => {
    const failure = await load("{ login: { password: '${env:PASS}', user: me } }", { PASS: 'open sesame '.repeat(20) }).catch(
      (error: unknown) => error,
    );
    const shown = JSON.stringify((failure as { problems: unknown }).problems);
    expect(shown).toContain('fits none of the 2 allowed forms');
    expect(shown).not.toMatch(/open|sesame/);
  });

  it('is not shown by the error about its form', async () => {
    const failure = await load(`{ token: '\${env:CRM}' }`, { CRM: 'wrong-0123456789' }).catch((error: unknown) => error);
    const shown = JSON.stringify((failure as { problems: unknown }).problems);
    expect(shown).toContain('must match ^tok');
    expect(shown).not.toContain('wrong-0');
  });
});
