import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { checkMarketplace } from './check-marketplace.js';
import { checkPlugin } from './check-plugin.js';
import { type Files, writeFiles } from './mount.test-kit.js';

const MANIFEST = { name: 'notes', version: '1.0.0', description: 'd' };
const SHA = 'a'.repeat(40);

function folderOf(files: Files): string {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-market-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFiles(folder, files);
  return folder;
}

const market = (list: unknown, files: Files = {}) =>
  folderOf({ '.claude-plugin/marketplace.json': { name: 'team', owner: { name: 'us' }, plugins: list }, ...files });

const said = async (folder: string) =>
  ((await checkMarketplace(folder))?.problems ?? []).map(({ severity, message }) => `${severity}: ${message}`);

it('a list is read with each plugin in its folder, and nothing is fetched', async () => {
  const folder = market(
    [
      { name: 'notes', source: './plugins/notes', category: 'x', tags: ['a'] },
      { name: 'remote', source: { source: 'github', repo: 'acme/remote', sha: SHA } },
      { name: 'bare', source: './plugins/bare', strict: false, skills: ['./more'] },
    ],
    {
      'plugins/notes/.claude-plugin/plugin.json': { ...MANIFEST, version: 1 },
      'plugins/bare/more/look/SKILL.md': '---\nname: look\ndescription: d\n---\nLook.\n',
    },
  );
  expect(await checkMarketplace(folder)).toMatchObject({
    name: 'team',
    problems: [],
    plugins: [
      { name: 'notes', folder: join(folder, 'plugins/notes'), problems: [{ message: 'version must be string, is number.' }] },
      { name: 'bare', folder: join(folder, 'plugins/bare'), problems: [] },
    ],
  });
});

it('an entry that has language servers alone is a plugin, whatever its reader mounts', async () => {
  const lspServers = { gopls: { command: 'gopls', extensionToLanguage: { '.go': 'go' } } };
  const folder = market([{ name: 'go', source: './plugins/go', strict: false, lspServers }], { 'plugins/go/README.md': 'x' });
  expect((await checkMarketplace(folder))?.plugins).toMatchObject([{ name: 'go', problems: [] }]);
});

it('entries that are manifests may share the folder of the marketplace, whatever its name is', async () => {
  const entry = (name: string) => ({ name, source: './', strict: false, skills: [`./skills/${name}`], category: 'x' });
  const folder = market([entry('one'), entry('two')], {
    'skills/one/SKILL.md': '---\nname: one\ndescription: d\n---\nOne.\n',
    'skills/two/SKILL.md': '---\nname: two\ndescription: d\nargument-hint: [depth: quick|full]\n---\nTwo.\n',
  });
  const odd = join(folderOf({}), 'a b+c');
  cpSync(folder, odd, { recursive: true });
  for (const place of [folder, odd])
    expect((await checkMarketplace(place))?.plugins.map(({ name, problems }) => [name, problems])).toEqual([
      ['one', []],
      ['two', []],
    ]);
  expect(await checkPlugin(odd)).toMatchObject({ name: 'plugin', problems: [] });
});

it.each([
  [{ source: './a' }, 'plugins[0].name is required.'],
  [{ name: 'a' }, 'plugins[0].source is required.'],
  [{ name: 'a', source: { source: 'github' } }, 'plugins[0].source of the kind github lacks repo.'],
  [{ name: 'a', source: { source: 'gitlab', repo: 'a/b' } }, 'plugins[0].source is of the kind "gitlab", and not of github,'],
  [{ name: 'a', source: 'plugins/a' }, 'plugins[0].source is "plugins/a", which does not begin with ./.'],
  [{ name: 'a', source: './../a' }, 'plugins[0].source is "./../a", which leads out of the marketplace.'],
  [{ name: 'a', source: './none' }, 'plugins[0].source is "./none", where no folder is.'],
  [{ name: 'a', source: './empty' }, 'plugins[0].source names a folder without a plugin.'],
  [{ name: 'a', source: './linked' }, 'plugins[0].source is "./linked", a link out of the marketplace.'],
  [
    { name: 'a', source: { source: 'url', url: 'https://x.example/a.git' }, version: 1 },
    'plugins[0].version must be string, is number.',
  ],
])('%j is an error with its place and what was found', async (entry, message) => {
  const folder = market([entry], { 'empty/x.txt': 'x' });
  symlinkSync(tmpdir(), join(folder, 'linked'));
  expect(await said(folder)).toEqual([expect.stringContaining(`error: ${message}`)]);
});

it('a name stands once, and a source that is not fetched here is a warning', async () => {
  const npm = { source: 'npm', package: 'a', version: '^1.0.0' };
  expect(
    await said(
      market([
        { name: 'a', source: npm },
        { name: 'a', source: npm },
      ]),
    ),
  ).toEqual([
    'error: plugins[1].name is "a", as in an entry above it.',
    expect.stringMatching(/^warning: .*a source npm is not fetched here/),
  ]);
});

it('a list without an owner is an error in that of Claude Code, and none in that of Codex', async () => {
  expect(await said(folderOf({ '.claude-plugin/marketplace.json': { name: 'team', plugins: [] } }))).toEqual([
    'error: owner is required.',
  ]);
  expect(await said(folderOf({ '.agents/plugins/marketplace.json': { name: 'team', plugins: [] } }))).toEqual([]);
});

it('a list that is not JSON is one error, and a folder without a list is no marketplace', async () => {
  expect(await said(folderOf({ '.claude-plugin/marketplace.json': '{ "name": ' }))).toEqual([
    expect.stringContaining('is not JSON'),
  ]);
  expect(await checkMarketplace(folderOf({ 'a.txt': 'x' }))).toBeUndefined();
});

it('a pipe in the place of a file of a plugin is an error, wherever it stands', async () => {
  const folder = folderOf({ '.claude-plugin/plugin.json': MANIFEST, 'skills/a/x.md': 'x' });
  execFileSync('mkfifo', [join(folder, 'skills/a/SKILL.md')]);
  const { problems = [] } = (await checkPlugin(folder)) ?? {};
  expect(problems.map(({ severity, message }) => `${severity}: ${message}`)).toEqual([
    'error: skills/a/SKILL.md is a pipe, a socket or a device, and not a file.',
  ]);
});

it.each([
  ['team', ['error: plugins[0].name is "claude-notes", which reads as a name of Claude Code\'s maker.']],
  [
    'claude-official',
    [
      'error: name is "claude-official", which reads as a name of Claude Code\'s maker.',
      'error: plugins[0].name is "claude-notes", which reads as a name of Claude Code\'s maker.',
    ],
  ],
  ['claude-plugins-official', []],
])('the marketplace %s may have a plugin with the name of Claude Code only if it is one of its maker', async (name, told) => {
  const plugins = [{ name: 'claude-notes', source: './plugins/notes' }];
  const folder = folderOf({
    '.claude-plugin/marketplace.json': { name, owner: { name: 'us' }, plugins },
    'plugins/notes/.claude-plugin/plugin.json': { ...MANIFEST, name: 'claude-notes' },
  });
  const checked = await checkMarketplace(folder);
  expect(checked?.problems.map(({ severity, message }) => `${severity}: ${message}`)).toEqual(told);
  expect(checked?.plugins.map(({ problems }) => problems.length)).toEqual([told.length === 0 ? 0 : 1]);
});

it('a list for Codex keeps no names for anybody', async () => {
  const folder = folderOf({
    '.agents/plugins/marketplace.json': { name: 'claude-official', plugins: [{ name: 'claude-notes', source: './notes' }] },
    'notes/.claude-plugin/plugin.json': { ...MANIFEST, name: 'claude-notes' },
  });
  expect(await said(folder)).toEqual([]);
});
