import { existsSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fromValue, Report } from '@loadout/config/documents';
import { describe, expect, it } from 'vitest';
import { firstOf, longIt } from '../../../../tests/lib/breadth.js';
import { factsText } from '../add/facts-text.js';
import { compatContext } from '../foreign/compat-context.js';
import { hook, makeProject, writeFiles } from '../plugin/mount.test-kit.js';
import { commitFolder } from '../store/places.js';
import { pluginSource } from '../store/plugin-source.js';
import { readMarketplace } from '../store/read-marketplace.js';
import { makeRepository, marketplace } from './git.test-kit.js';
import { wantPlugin } from './want-plugin.js';

const CONFIG = { 'agent.config.yaml': 'agents: { main: {} }\n' };

/** A project, and a marketplace in a repository beside it. */
function makeMarket(plugins: readonly object[], files: Readonly<Record<string, unknown>> = {}) {
  const project = makeProject(CONFIG);
  const market = makeRepository(join(project.root, 'market'), { ...marketplace(plugins), ...files });
  const configFile = join(project.cwd, 'agent.config.yaml');
  const marketplaces = { test: { url: market.url, sha: market.sha } };
  const base = { configFile, mount: 'review', marketplaces, env: { ...project.env, PATH: process.env.PATH } };
  const want = (written: string, more: object = {}) => wantPlugin(written, { ...base, ...more });
  /** Writes the entries into the configuration. */
  const mount = ({ entry, marketplace: named }: Awaited<ReturnType<typeof want>>) =>
    writeFiles(project.cwd, {
      'agent.config.yaml': JSON.stringify({
        ...(named && { marketplaces: { [named.name]: named.value } }),
        plugins: { shell: '@loadout/tool-shell', review: entry },
        agents: { main: {} },
      }),
    });
  return { ...project, market, want, mount };
}

const contextIn = (folder: string) => {
  const report = new Report();
  const place = { file: join(folder, 'agent.config.yaml'), line: 1, column: 1, length: 1, layer: 'project' as const };
  return compatContext(place, { file: place.file, report, known: [] });
};

it('a plugin that is added is shown with its options that have no value', async () => {
  const { want, cwd } = makeMarket([]);
  const option = (more: object = {}) => ({ type: 'string', title: 't', description: 'd', ...more });
  const userConfig = { url: option({ default: 'https://a.example' }), token: option(), name: option() };
  writeFiles(cwd, { 'vendor/notes/.claude-plugin/plugin.json': { name: 'notes', userConfig } });
  expect(factsText(await want('./vendor/notes', { mount: 'notes', options: { name: 'x' } }), 'notes')).toContain(
    '  options without a value (plugins.notes.options): token\n',
  );
});

it('a folder that is only a marketplace is no plugin, and its plugins are named', async () => {
  const { want, cwd } = makeMarket([]);
  const plugins = Array.from({ length: 12 }, (_, index) => ({ name: `p${index}`, source: `./p${index}` }));
  const list = marketplace(plugins);
  writeFiles(join(cwd, 'vendor/market'), list);
  await expect(want('./vendor/market')).rejects.toMatchObject({
    message: expect.stringContaining('./vendor/market is a marketplace, not a plugin'),
    fix: 'It has p0, p1, p2, p3, p4, p5, p6, p7, p8, p9 and 2 more. Add it: marketplaces: { market: ./vendor/market }, and then: loadout add NAME@market',
  });
  await expect(want('zzzzzzzz@market', { marketplaces: { market: './vendor/market' } })).rejects.toMatchObject({
    fix: expect.stringMatching(/^It has p0, .* and 2 more\.$/),
  });
  writeFiles(join(cwd, 'vendor/market'), { 'skills/look/SKILL.md': '---\ndescription: Looks.\n---\nLook.' });
  expect((await want('./vendor/market')).facts.skills).toEqual(['review:look']);
});

describe('a marketplace', () => {
  it('in the shape of the official one reads without an error: 53 paths, 146 urls, 83 folders, 4 urls with a path', async () => {
    const sha = 'a'.repeat(40);
    const of = (count: number, source: (index: number) => unknown) =>
      Array.from({ length: count }, (_, index) => ({ source: source(index) }));
    const plugins = [
      ...of(53, (index) => `./plugins/p${index}`),
      ...of(146, (index) => ({ source: 'url', url: `https://github.com/x/r${index}.git`, sha })),
      ...of(83, (index) => ({
        source: 'git-subdir',
        url: `https://github.com/x/m${index}.git`,
        path: 'plugins/a',
        ref: 'main',
        sha,
      })),
      ...of(4, (index) => ({ source: 'url', url: `https://github.com/x/u${index}.git`, path: 'sub', sha })),
    ].map((one, index) => ({ name: `plugin-${index}`, description: 'd', category: 'c', homepage: 'https://a.example', ...one }));
    const { root } = makeProject(marketplace(plugins, { $schema: 'https://a.example', metadata: { version: '1' } }));
    const context = contextIn(join(root, 'project'));
    const offers = await readMarketplace(join(root, 'project'), context);
    expect([context.report.errors, context.report.warnings]).toEqual([[], []]);
    const kinds = [...(offers?.values() ?? [])].map(({ source }) => source);
    expect(kinds.filter(({ kind }) => kind === 'path')).toHaveLength(53);
    expect(kinds.filter((one) => one.kind === 'git' && one.sha === sha)).toHaveLength(233);
  });

  it.each([
    ['./a', { kind: 'path', path: './a' }],
    ['a', { kind: 'path', path: './plugins/a' }],
    [
      { source: 'github', repo: 'x/y', ref: 'v1' },
      { kind: 'git', url: 'https://github.com/x/y.git', ref: 'v1' },
    ],
    [
      { source: 'url', url: 'https://a.example/x.git' },
      { kind: 'git', url: 'https://a.example/x.git' },
    ],
    [
      { source: 'git-subdir', url: 'x/y', path: 'p' },
      { kind: 'git', url: 'https://github.com/x/y.git', path: 'p' },
    ],
    [
      { source: 'local', path: './p' },
      { kind: 'path', path: './p' },
    ],
    [
      { source: 'npm', package: 'x' },
      { kind: 'other', name: 'npm' },
    ],
    [
      { source: 'npm', package: '@x/y', version: '1.0.0' },
      { kind: 'npm', use: '@x/y', version: '1.0.0' },
    ],
    [
      { source: 'archive', url: 'https://a.example/x.zip' },
      { kind: 'archive', url: 'https://a.example/x.zip' },
    ],
    [
      { source: 'command', command: 'x' },
      { kind: 'other', name: 'command' },
    ],
    [{ source: 'later' }, { kind: 'other', name: 'later' }],
    [7, { kind: 'other', name: 'nothing' }],
  ])('names a source: %j', (source, expected) => {
    const { place, report } = contextIn('/');
    const entry = fromValue({ name: 'x', source }, { place, report });
    expect(pluginSource(entry, './plugins')).toMatchObject(expected);
  });

  it('with an entry that cannot be read names it, and offers the others; one of Codex reads alike', async () => {
    const plugins = [{ source: './x' }, { name: 'a', source: './a' }, { name: 'a', source: './b' }];
    const { cwd } = makeProject({ '.agents/plugins/marketplace.json': { name: 'x', plugins } });
    const context = contextIn(cwd);
    expect([...((await readMarketplace(cwd, context))?.keys() ?? [])]).toEqual(['a']);
    expect(context.report.warnings.map((one) => one.message)).toEqual([
      expect.stringContaining('it has no name'),
      expect.stringContaining('there is another "a" above it'),
    ]);
  });
});

describe('a plugin of a marketplace', () => {
  it('in the repository of its marketplace is there at the commit of the marketplace, and acts once it is trusted', async () => {
    const files = { 'plugins/a/commands/go.md': 'Go.', 'plugins/a/hooks/hooks.json': { hooks: { Stop: hook('echo a') } } };
    const { want, mount, market, load, trusted } = makeMarket([{ name: 'a', source: './plugins/a', version: '3.0.0' }], files);
    const wanted = await want('a@test');
    expect(wanted.entry).toEqual({ claude: 'a@test' });
    expect(wanted.marketplace).toEqual({ name: 'test', value: { url: market.url, sha: market.sha } });
    expect(wanted.facts).toMatchObject({ name: 'a', version: '3.0.0', skills: ['review:go'], agents: [] });
    expect(wanted.facts.acts).toEqual(['hook Stop: echo a']);
    mount(wanted);
    expect((await load()).plan.hooks).toEqual([]);
    expect((await trusted()).plan.hooks).toHaveLength(1);
  });

  it('of another repository is fetched at its commit, in a folder if the entry names one', async () => {
    const project = makeProject({});
    const other = makeRepository(join(project.root, 'other'), { 'sub/commands/x.md': 'X.' });
    const source = { source: 'git-subdir', url: other.url, path: 'sub', ref: 'gone', sha: other.sha };
    const { want, mount, trusted } = makeMarket([{ name: 'a', source }]);
    mount(await want('a@test'));
    expect(Object.keys((await trusted()).plan.skills ?? {})).toEqual(['review:x']);
  });

  longIt('without a commit gets one, which the configuration holds: a tag that moves changes nothing', async () => {
    const project = makeProject({});
    const other = makeRepository(join(project.root, 'other'), { 'commands/x.md': 'X.' });
    other.git('tag', 'v1');
    const { want, mount, trusted } = makeMarket([{ name: 'a', source: { source: 'url', url: other.url, ref: 'v1' } }]);
    const wanted = await want('a@test');
    expect(wanted.entry).toEqual({ claude: 'a@test', sha: other.sha });
    mount(wanted);
    other.commit({ 'commands/evil.md': 'E.' });
    other.git('tag', '--force', 'v1');
    expect(Object.keys((await trusted()).plan.skills ?? {})).toEqual(['review:x']);
  });

  it('that is not on this machine is an error with the command that fetches it', async () => {
    const { cwd, problems } = makeMarket([]);
    const value = { url: 'https://a.example/m.git', sha: 'b'.repeat(40) };
    writeFiles(cwd, {
      'agent.config.yaml': JSON.stringify({ marketplaces: { m: value }, plugins: { a: { claude: 'a@m' } }, agents: {} }),
    });
    expect(await problems()).toEqual(['The plugin plugins.a cannot be mounted: the marketplace m is not on this machine.']);
  });

  it('is found in the marketplaces of Claude Code, without network', async () => {
    const { root, want, market } = makeMarket([{ name: 'a', source: './a' }], { 'a/commands/x.md': 'X.' });
    const source = { source: 'github', repo: 'nobody/nothing' };
    writeFiles(join(root, 'home'), {
      '.claude/plugins/known_marketplaces.json': { known: { source, installLocation: join(root, 'market') } },
    });
    const { marketplace: named } = await want('a@known');
    expect(named).toEqual({ name: 'known', value: { github: 'nobody/nothing', sha: market.sha } });
  });

  it.each(
    firstOf(4, [
      [{ name: 'a', source: { source: 'command', command: 'touch x' } }, /kind "command", which is not fetched/],
      [{ name: 'a', source: { source: 'npm', package: 'x' } }, /kind "npm"/],
      [{ name: 'a', source: '../..' }, /there is no folder/],
      [{ name: 'a', source: './gone' }, /there is no folder/],
      [{ name: 'b', source: './b' }, /no plugin "a"/],
      [{ name: 'a', source: { source: 'url', url: 'ext::sh -c "touch x"' } }, /not fetched from/],
      [{ name: 'a', source: { source: 'url', url: '--upload-pack=touch x' } }, /not fetched from/],
      [{ name: 'a', source: { source: 'url', url: 'http://127.0.0.1/x.git' } }, /not fetched from/],
      [{ name: 'a', source: { source: 'url', url: 'https://a.example/x.git', sha: 'main' } }, /not a commit/],
    ]),
  )('that cannot be fetched is refused: %j', async (entry, message) => {
    await expect(makeMarket([entry]).want('a@test')).rejects.toThrow(message);
  });

  it('says which servers are not pinned, and what a request costs more', async () => {
    const servers = {
      a: { command: 'npx', args: ['-y', 'x@latest'] },
      b: { command: 'npx', args: ['-y', 'x@1.2.3'] },
      c: { command: 'uvx', args: ['y'] },
    };
    const files = { 'a/.mcp.json': servers, 'a/skills/s/SKILL.md': '---\ndescription: Does a thing.\n---\nS.' };
    const { facts } = await makeMarket([{ name: 'a', source: './a' }], files).want('a@test');
    expect(facts.unpinned).toEqual(['plugin:review:a: npx x@latest', 'plugin:review:c: uvx y']);
    expect(facts.tokens).toBe(Math.ceil('review:s: Does a thing.'.length / 4));
  });
});

describe('a hostile repository', () => {
  it('runs nothing while it is fetched: no hook, no filter, no submodule', async () => {
    const project = makeProject({});
    const mark = join(project.root, 'ran');
    const sub = makeRepository(join(project.root, 'sub'), { 'commands/sub.md': 'S.' });
    const { market, want, env } = makeMarket([{ name: 'a', source: './a' }], {
      '.gitattributes': '* filter=evil ident\n',
      'a/commands/x.md': '$Id$',
      '.lfsconfig': '[lfs]\nurl = https://a.example\n',
    });
    market.git('submodule', '--quiet', 'add', sub.url, 'a/linked');
    market.git('config', 'filter.evil.smudge', `touch ${mark}`);
    writeFiles(join(project.root, 'home'), {
      '.gitconfig': `[filter "evil"]\n smudge = touch ${mark}\n[core]\n hooksPath = ${project.root}\n`,
    });
    writeFiles(project.root, { 'post-checkout': `#!/bin/sh\ntouch ${mark}\n` });
    const sha = market.commit();
    const home = { HOME: join(project.root, 'home') };
    await want('a@test', { marketplaces: { test: { url: market.url, sha } }, env: { ...env, ...home, PATH: process.env.PATH } });
    const folder = commitFolder(sha, env);
    expect(existsSync(mark)).toBe(false);
    expect(readFileSync(join(folder, 'a/commands/x.md'), 'utf8')).toBe('$Id$');
    expect(existsSync(join(folder, 'a/linked'))).toBe(false);
    expect(readdirSync(join(folder, '..'))).toEqual([sha]);
    expect(statSync(join(folder, '..')).mode & 0o077).toBe(0);
  });

  it.each(firstOf(1, ['/etc/passwd', '../../../x', 'a/../../..']))('cannot bring a link that leads out: %s', async (target) => {
    const { root, market, want } = makeMarket([{ name: 'a', source: './a' }], { 'a/commands/x.md': 'X.' });
    symlinkSync(target, join(root, 'market/a/link'));
    const sha = market.commit();
    await expect(want('a@test', { marketplaces: { test: { url: market.url, sha } } })).rejects.toThrow(
      'the link a/link leads out of it',
    );
  });

  it.each(firstOf(1, ['a/x\ty.md', 'a/x\n.md', 'a/b\\..\\c.md']))('cannot bring a file with an odd name: %j', async (path) => {
    const { market, want } = makeMarket([{ name: 'a', source: './a' }], { [path]: 'X.' });
    await expect(want('a@test', { marketplaces: { test: { url: market.url, sha: market.sha } } })).rejects.toThrow(
      `the path ${JSON.stringify(path)} is not one of a plugin`,
    );
  });

  it.each([
    ['{', 'cannot be read'],
    ['null', 'knows none'],
    ['{"m": {"source": null}}', 'knows none'],
  ])('of Claude Code that its file tells wrong is named: %s', async (text, problem) => {
    const { root, want } = makeMarket([{ name: 'a', source: './a' }], {});
    writeFiles(root, { 'home/.claude/plugins/known_marketplaces.json': text });
    const env = { HOME: join(root, 'home'), PATH: process.env.PATH };
    await expect(want('a@m', { marketplaces: {}, env })).rejects.toThrow(problem);
  });

  longIt('cannot bring two files that are one on some machines', async () => {
    const { market, want } = makeMarket([{ name: 'a', source: './a' }], { 'a/x.md': 'X.', 'a/X.md': 'Y.' });
    await expect(want('a@test', { marketplaces: { test: { url: market.url, sha: market.sha } } })).rejects.toThrow(
      'differ only in the case',
    );
  });

  longIt('that changes the source of an entry changes nothing before an update', async () => {
    const { market, want, mount, trusted } = makeMarket([{ name: 'a', source: './a' }], { 'a/commands/x.md': 'X.' });
    mount(await want('a@test'));
    const sha = market.commit({ ...marketplace([{ name: 'a', source: './b' }]), 'b/commands/evil.md': 'E.' });
    expect(Object.keys((await trusted()).plan.skills ?? {})).toEqual(['review:x']);
    const updated = await want('a@test', { updates: true });
    expect([updated.marketplace?.value, updated.facts.skills]).toEqual([{ url: market.url, sha }, ['review:evil']]);
  });

  longIt('whose update fails is not said to be added', async () => {
    const { market, want } = makeMarket([{ name: 'a', source: './a' }], { 'a/commands/x.md': 'X.' });
    market.commit(marketplace([]));
    const failed = want('a@test', { updates: true, isUpdate: true });
    await expect(failed).rejects.toMatchObject({
      message: 'The plugin a@test cannot be updated: the marketplace test has no plugin "a".',
      fix: 'It has no plugins.',
    });
  });

  it('cannot name a folder of this machine in place of a commit', async () => {
    const source = { source: 'url', url: 'https://a.example/x.git', sha: '../../../outside' };
    const { root, cwd, market, want, mount, problems } = makeMarket(
      [
        { name: 'a', source },
        { name: 'b', source: './b' },
      ],
      {
        'b/commands/x.md': 'X.',
      },
    );
    mount(await want('b@test'));
    writeFiles(join(root, 'outside'), { 'commands/x.md': 'X.' });
    const test = { url: market.url, sha: market.sha };
    const config = (value: object, claude: string) =>
      JSON.stringify({ marketplaces: { test: value }, plugins: { review: { claude } }, agents: { main: {} } });
    writeFiles(cwd, { 'agent.config.yaml': config(test, 'a@test') });
    expect(await problems()).toEqual([expect.stringContaining('a@test is not on this machine')]);
    writeFiles(cwd, { 'agent.config.yaml': config({ ...test, sha: '../../../outside' }, 'b@test') });
    expect(await problems()).toEqual([
      expect.stringContaining('40 hexadecimal digits'),
      expect.stringContaining('not on this machine'),
    ]);
    await expect(want('a@test')).rejects.toThrow('is not a commit');
  });

  it('of a remote marketplace cannot name a repository of this machine', async () => {
    const other = makeRepository(join(makeProject({}).root, 'other'), { 'commands/x.md': 'X.' });
    const { market, want } = makeMarket(
      [
        { name: 'a', source: { source: 'url', url: other.url, sha: other.sha } },
        { name: 'b', source: './b' },
      ],
      {
        'b/commands/x.md': 'X.',
      },
    );
    await want('b@test');
    const remote = { test: { github: 'x/y', sha: market.sha } };
    expect((await want('b@test', { marketplaces: remote })).facts.skills).toEqual(['review:x']);
    await expect(want('a@test', { marketplaces: remote })).rejects.toThrow('not fetched from "file:');
  });
});
