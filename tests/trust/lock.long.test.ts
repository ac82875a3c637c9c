import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadout, project } from '../lib/loadout.js';

const manifest = (version: string) =>
  JSON.stringify({
    name: 'loadout-plugin-units',
    version,
    type: 'module',
    loadout: { api: 1, plugin: './index.js', tools: [], touches: { net: ['units.example'] } },
  });
const plugin = `export default { name: 'units', api: 1, setup: () => ({ tools: [] }) };\n`;

const CONFIG = {
  plugins: { units: 'loadout-plugin-units', local: './local.mjs', fs: '@loadout/tool-fs' },
  providers: { script: { use: '@loadout/model-script', options: { turns: [{ text: 'Done.' }] } } },
  hooks: { SessionStart: [{ hooks: [{ type: 'command', command: './start.sh' }] }] },
  agents: { helper: { model: 'script/x', instructions: 'Hi.' } },
};

const files = (config: object = CONFIG) => ({
  'agent.config.yaml': JSON.stringify(config),
  'local.mjs': plugin.replace('units', 'local'),
  'start.sh': 'exit 0\n',
  'node_modules/loadout-plugin-units/package.json': manifest('1.2.0'),
  'node_modules/loadout-plugin-units/index.js': plugin,
});

async function locked(): Promise<string> {
  const cwd = project(files());
  const { code, stderr } = await loadout(['lock'], { cwd });
  expect(code, stderr).toBe(0);
  return cwd;
}

describe('loadout.lock (PLUG-01, CFG-07)', () => {
  it('holds packages with version, integrity and what they touch, local plugins and hooks with the bytes of their files', async () => {
    const text = readFileSync(join(await locked(), 'loadout.lock'), 'utf8')
      .replace(/[0-9a-f]{64}/g, 'SHA')
      .replace(/sha512-\S+/g, 'INTEGRITY');
    expect(text).toContain(
      [
        '  plugins.units:',
        '    integrity: INTEGRITY',
        '    touches:',
        '      net:',
        '        - units.example',
        '    use: loadout-plugin-units',
        '    version: 1.2.0',
      ].join('\n'),
    );
    expect(text).toContain('  plugins.local:\n    files:\n      local.mjs: SHA\n    use: ./local.mjs\n');
    expect(text).toMatch(
      /hooks:\n {2}hooks\.SessionStart\[0\]\.hooks\[0\]:\n {4}entry:\n {6}command: \.\/start\.sh\n {6}type: command\n {4}files:\n {6}start\.sh: SHA\n/,
    );
  });

  it('notices a new file that a hook names, also when the previous run had verified the lock (T1)', async () => {
    const hooks = { SessionStart: [{ hooks: [{ type: 'command', command: 'test -f ./late.sh && sh ./late.sh || true' }] }] };
    const cwd = project(files({ ...CONFIG, hooks }));
    await loadout(['lock'], { cwd });
    for (const _ of [1, 2]) expect((await loadout(['run', 'Go.'], { cwd })).code).toBe(0);
    writeFileSync(join(cwd, 'late.sh'), 'touch late\n');
    const { code, stderr } = await loadout(['run', 'Go.'], { cwd });
    expect([code, existsSync(join(cwd, 'late'))], stderr).toEqual([6, false]);
    expect(stderr).toContain('+ hooks.SessionStart[0].hooks[0].files.late.sh');
  });

  it('is the same text each time, and forgets an MCP server that is no longer there', async () => {
    const cwd = await locked();
    const file = join(cwd, 'loadout.lock');
    const first = readFileSync(file, 'utf8');
    writeFileSync(file, first.replace('mcp: {}', 'mcp:\n  github:\n    search: abc'));
    const verified = await loadout(['lock', 'verify'], { cwd });
    expect([verified.code, verified.stdout]).toEqual([6, expect.stringContaining('- mcp.github.search: "abc"')]);
    await loadout(['lock'], { cwd });
    expect(readFileSync(file, 'utf8')).toBe(first);
  });

  it('takes the integrity of package-lock.json where it has one', async () => {
    const cwd = project({
      ...files(),
      'package-lock.json': JSON.stringify({
        packages: { 'node_modules/loadout-plugin-units': { integrity: 'sha512-ofTheRegistry' } },
      }),
    });
    await loadout(['lock'], { cwd });
    expect(readFileSync(join(cwd, 'loadout.lock'), 'utf8')).toContain('integrity: sha512-ofTheRegistry');
  });

  it.each([
    [
      'a package of another version',
      'node_modules/loadout-plugin-units/package.json',
      manifest('1.3.0'),
      '- plugins.units.version: "1.2.0"',
    ],
    ['a changed byte of a package', 'node_modules/loadout-plugin-units/index.js', `${plugin} `, '+ plugins.units.integrity: '],
    ['a changed byte of a local plugin', 'local.mjs', `${plugin} `, '+ plugins.local.files.local.mjs: '],
    ['a changed byte of a script of a hook', 'start.sh', 'exit 0 \n', 'start.sh: '],
    [
      'another hook',
      'agent.config.yaml',
      JSON.stringify({ ...CONFIG, hooks: { Stop: [{ hooks: [{ type: 'command', command: 'exit 0' }] }] } }),
      '+ hooks.Stop[0].hooks[0].entry.command: "exit 0"',
    ],
  ])('verifies: %s is shown, ends a run before it begins, and exits with 6', async (_, file, text, line) => {
    const cwd = await locked();
    expect((await loadout(['lock', 'verify'], { cwd })).code).toBe(0);
    expect((await loadout(['run', 'Go.'], { cwd })).code).toBe(0);
    writeFileSync(join(cwd, file), text);
    const verified = await loadout(['lock', 'verify'], { cwd });
    expect([verified.code, verified.stdout]).toEqual([6, expect.stringContaining(line)]);
    const ran = await loadout(['run', 'Go.'], { cwd });
    expect([ran.code, ran.stdout, ran.stderr]).toEqual([6, '', expect.stringContaining('error LOCK_CHANGED: ')]);
    expect(ran.stderr).toContain(line);
    await loadout(['lock'], { cwd });
    expect((await loadout(['run', 'Go.'], { cwd })).code).toBe(0);
  });

  it('is not trust: a locked part without trust stays off, and is still verified', async () => {
    const cwd = await locked();
    expect((await loadout(['lock', 'verify'], { cwd, trust: false })).code).toBe(0);
    const ran = await loadout(['run', 'Go.'], { cwd, trust: false });
    expect([ran.code, ran.stderr]).toEqual([0, expect.stringContaining('is not trusted')]);
  });

  it('that is damaged or missing is reported, with exit code 6', async () => {
    const cwd = await locked();
    writeFileSync(join(cwd, 'loadout.lock'), 'version: 2\n');
    expect(await loadout(['run', 'Go.'], { cwd })).toMatchObject({
      code: 6,
      stderr: expect.stringContaining('error LOCK_INVALID: '),
    });
    rmSync(join(cwd, 'loadout.lock'));
    expect(existsSync(join(cwd, 'loadout.lock'))).toBe(false);
    expect(await loadout(['lock', 'verify'], { cwd })).toMatchObject({
      code: 6,
      stderr: expect.stringContaining('error LOCK_MISSING: '),
    });
  });

  it('of two configurations in one folder: each runs, also after the other has changed and is locked again (GAP-F7)', async () => {
    const other = { ...CONFIG, hooks: {}, plugins: { fs: '@loadout/tool-fs' } };
    const cwd = project({ ...files(), 'other.yaml': JSON.stringify(other) });
    const both = async (...args: readonly string[]) =>
      Promise.all([loadout([...args], { cwd }), loadout([...args, '--config', 'other.yaml'], { cwd })]);
    await loadout(['lock'], { cwd });
    expect((await both('run', 'Go.')).map(({ code }) => code)).toEqual([0, 0]);
    await loadout(['lock', '--config', 'other.yaml'], { cwd });
    writeFileSync(join(cwd, 'other.yaml'), JSON.stringify({ ...other, plugins: { units: 'loadout-plugin-units' } }));
    const [kept, changed] = await both('run', 'Go.');
    expect([kept?.code, changed?.code, changed?.stderr]).toEqual([
      0,
      6,
      expect.stringContaining('loadout lock --config other.yaml'),
    ]);
    await loadout(['lock', '--config', 'other.yaml'], { cwd });
    expect((await both('lock', 'verify')).map(({ code }) => code)).toEqual([0, 0]);
    expect((await both('run', 'Go.')).map(({ code }) => code)).toEqual([0, 0]);
  });
});
