import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadout, loadoutProcess, project } from '../lib/loadout.js';

const CONFIG = 'agents:\n  helper: { instructions: Hi. }\n';
/** No file may hold a byte, as on a full disk. */
const limits = '-f 0';

/** A registry that has no package. */
async function openRegistry(): Promise<string> {
  const server = createServer((_, response) => response.writeHead(404).end('{}')).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('the first files of a project', () => {
  it.each([
    ['init', ['init']],
    ['a plugin', ['new', 'plugin', 'crm', '--dir', '.']],
  ])('on a full disk leave nothing that the next attempt takes for a file of the person (%s)', async (_, args) => {
    const cwd = project({});
    const files = () => readdirSync(cwd).filter((name) => /\.(yaml|json|md|ts)$/.test(name));
    const full = await loadoutProcess(args, { cwd, limits });
    expect([full.code, full.stderr]).toEqual([1, expect.stringContaining('error FILE_NOT_WRITTEN: ')]);
    expect(files()).toEqual([]);
    const again = await loadout(args, { cwd });
    expect([again.code, again.stderr]).toEqual([0, '']);
    expect(files()).not.toEqual([]);
  });

  it('in a folder that is a file are not said to exist', async () => {
    const cwd = project({ 'notes.txt': 'Mine.' });
    const { code, stderr } = await loadout(['init', '--dir', 'notes.txt'], { cwd });
    expect([code, stderr]).toEqual([1, expect.stringContaining('error FILE_NOT_WRITTEN: ')]);
    expect(readFileSync(join(cwd, 'notes.txt'), 'utf8')).toBe('Mine.');
  });

  it.each([
    ['init', ['init', '--dir', 'inner'], 'inner'],
    ['a folder of a plugin', ['new', 'plugin', 'crm'], 'loadout-plugin-crm/src'],
    ['a plugin', ['new', 'plugin', 'crm'], 'loadout-plugin-crm'],
    ['a schema', ['schema', '--out', 'inner/s.json'], 'inner'],
  ])('are not written where a link of the repository leads (%s)', async (_, args, link) => {
    const [cwd, outside] = [project({ 'loadout-plugin-other/x': '' }), project({})];
    mkdirSync(dirname(join(cwd, link)), { recursive: true });
    symlinkSync(join(outside, 'new'), join(cwd, link));
    for (const isThere of [false, true]) {
      if (isThere) mkdirSync(join(outside, 'new'));
      const { code, stderr } = await loadout(args, { cwd });
      expect([code, stderr]).toEqual([1, expect.stringMatching(/error FILE_NOT_WRITTEN: .* a link leads out of/)]);
    }
    expect(readdirSync(join(outside, 'new'))).toEqual([]);
  });

  it('of a schema may stand where a person names a place elsewhere', async () => {
    const [cwd, elsewhere] = [project({}), project({})];
    const { code } = await loadout(['schema', '--out', join(elsewhere, 's.json')], { cwd });
    expect([code, existsSync(join(elsewhere, 's.json'))]).toEqual([0, true]);
  });

  it('ask for the line of the schema only where the configuration does not have it', async () => {
    const cwd = project({ 'agent.config.yaml': CONFIG });
    const asked = await loadout(['schema'], { cwd });
    const [, line = ''] = /first line of agent\.config\.yaml:\n(# yaml.*)\n$/.exec(asked.stdout) ?? [];
    writeFileSync(join(cwd, 'agent.config.yaml'), `${line}\r\n${CONFIG}`);
    expect((await loadout(['schema'], { cwd })).stdout).toBe('Wrote .loadout/schema.json.\n');
  });
});

describe('a project that add and remove cannot change', () => {
  it.each(['{ "dependencies": {', 'null', '[]'])('is left as it is, with the place: package.json is %s', async (text) => {
    const config = `plugins: { fs: "@loadout/tool-fs" }\n${CONFIG}`;
    const cwd = project({ 'agent.config.yaml': config, 'package.json': text });
    for (const args of [
      ['add', '@loadout/tool-web'],
      ['remove', 'fs'],
    ]) {
      const { code, stderr } = await loadout(args, { cwd });
      expect([code, stderr]).toEqual([2, expect.stringContaining(`PROJECT_UNREADABLE: ${join(cwd, 'package.json')}`)]);
    }
    expect(readFileSync(join(cwd, 'agent.config.yaml'), 'utf8')).toBe(config);
    expect(existsSync(join(cwd, 'loadout.lock'))).toBe(false);
  });

  it('is told what npm did not find, and not what npm printed', async () => {
    const registry = await openRegistry();
    const files = { 'agent.config.yaml': CONFIG, 'package.json': '{}', '.npmrc': `registry=${registry}\n` };
    const { code, stderr } = await loadout(['add', 'loadout-plugin-crmm'], { cwd: project(files) });
    expect([code, stderr]).toEqual([
      2,
      `error NPM_NO_PACKAGE: npm found no package loadout-plugin-crmm: ${registry}/loadout-plugin-crmm answers with 404. Nothing was installed.\nFix: Correct the name. For a private package, log in with npm login, and name its registry in .npmrc.\n`,
    ]);
  });

  it.each(['', ' ', '--ignore-scripts=false'])('is not given to npm with %j for the name of a package', async (name) => {
    const cwd = project({ 'agent.config.yaml': CONFIG, 'package.json': '{}' });
    const { code, stderr } = await loadout(['add', '--', name], { cwd });
    expect([code, stderr]).toEqual([2, expect.stringContaining(`error ADD_NAME: ${JSON.stringify(name)} is not the name`)]);
  });

  it.each([
    [`plugins: { fs: "@loadout/tool-fs" }\n${CONFIG}`, 'Fix: Name one of: fs.'],
    [CONFIG, 'Fix: The configuration mounts no plugin.'],
  ])('tells the names that it has', async (config, fix) => {
    const { stderr } = await loadout(['remove', 'crm'], { cwd: project({ 'agent.config.yaml': config }) });
    expect(stderr).toContain(fix);
  });
});

it('no hook of an explained call is said to have answered, for people and for programs', async () => {
  const cwd = project({
    'agent.config.yaml': `plugins: { fs: "@loadout/tool-fs" }\n${CONFIG}    tools: [Read]\n`.replace(
      '{ instructions: Hi. }\n',
      '\n    instructions: Hi.\n',
    ),
  });
  const { stdout } = await loadout(['explain', 'Read(x)', '--json'], { cwd });
  expect((JSON.parse(stdout) as { trace: unknown }).trace).toContainEqual({ what: 'PreToolUse hooks', outcome: 'not run' });
  expect((await loadout(['explain', 'Read(x)'], { cwd })).stdout).toMatch(/PreToolUse hooks +not run/);
});
