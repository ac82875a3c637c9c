import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { plugins } from '../../validate/plugins.mjs';
import { checkPlugin } from './check-plugin.js';
import { type Files, hook, writeFiles } from './mount.test-kit.js';

const NAMED = { name: 'a', version: '1.0.0', description: 'd' };

function folderOf(files: Files): string {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-plugin-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFiles(folder, files);
  return folder;
}

const problemsIn = async (folder: string) => (await checkPlugin(folder))?.problems ?? [];

const said = async (files: Files) => {
  const problems = await problemsIn(folderOf(files));
  return problems.map(({ severity, message }) => `${severity}: ${message}`);
};

it.each(plugins)(
  '%s: what `claude plugin validate` refuses is an error here, and what it takes is none but for safety',
  async (_, verdict, files) => {
    const found = await said(files);
    const isRefused = verdict !== 'taken';
    expect(
      found.some((one) => one.startsWith('error')),
      found.join('\n'),
    ).toBe(isRefused);
  },
);

it.each([
  [{ name: 'a', version: 1 }, 'error: version must be string, is number.'],
  [{ version: '1.0.0' }, 'error: name is required.'],
  [{ name: 'a', author: 'x' }, 'error: author must be object, is string.'],
  [{ name: 'a', homepage: 'nope' }, 'error: homepage must match ^[A-Za-z][A-Za-z0-9+.-]*:\\S+$, is "nope".'],
  [{ name: 'a', versoin: '1.0.0' }, 'warning: versoin does nothing in Claude Code.'],
  [{ name: 'a', monitors: './nope.json' }, 'warning: .claude-plugin/plugin.json: monitors is ignored: monitors do not run.'],
])('%j: a problem of a manifest is told once, with the value seen', async (manifest, message) => {
  expect(await said({ '.claude-plugin/plugin.json': manifest, 'x.md': 'x' })).toEqual([message]);
});

it('the model of an agent, a skill or a command is no problem, since the configuration that mounts the plugin declares models', async () => {
  const text = '---\nname: a\ndescription: d\nmodel: sonnet\n---\nLook.\n';
  const files = { 'agents/a.md': text, 'skills/a/SKILL.md': text, 'commands/b.md': text };
  expect(await said({ '.claude-plugin/plugin.json': NAMED, ...files })).toEqual([]);
});

it('a problem has its line, and a fix', async () => {
  const problems = await problemsIn(folderOf({ '.claude-plugin/plugin.json': '{\n  "name": "a",\n  "keywords": ["x", 1]\n}' }));
  expect(problems).toMatchObject([
    { path: 'keywords[1]', position: { line: 3, column: 21 }, fix: expect.stringContaining('Claude Code refuses it') },
  ]);
});

it('a link out of the plugin, and a hook at the top of its file, are errors', async () => {
  const folder = folderOf({ '.claude-plugin/plugin.json': NAMED, 'hooks/hooks.json': { PreToolUse: hook('guard') } });
  symlinkSync(tmpdir(), join(folder, 'out'));
  const problems = await problemsIn(folder);
  expect(problems.map(({ message }) => message)).toEqual([
    'out is a link that leads out of the plugin.',
    expect.stringContaining('PreToolUse cannot be read: the hooks of a file belong under the key hooks'),
  ]);
});

it('a folder without a part of a plugin is none', async () => {
  expect(await checkPlugin(folderOf({ 'readme.md': 'x' }))).toBeUndefined();
});
