import { expect, it } from 'vitest';
import { makeProject, mounted } from './mount.test-kit.js';

const option = { type: 'string', title: 't', description: 'd' };
const whole = {
  ...{ name: 'a', version: '1.0.0', description: 'd', author: { name: 'x' }, homepage: 'https://a.example', repository: 'r' },
  ...{ license: 'MIT', keywords: ['k'], userConfig: { key: { ...option, sensitive: true } } },
};
const plugin = (manifest: object) => mounted({ '.claude-plugin/plugin.json': manifest });

it('a manifest that Claude Code takes has no warning', async () => {
  const { warnings } = await makeProject(plugin(whole)).trusted();
  expect(warnings).toEqual([]);
});

it.each([
  [{ version: '1.0.0' }, 'name is ignored: Claude Code refuses it, because it is required'],
  [{ name: 'a', version: 1 }, 'version is ignored: Claude Code refuses it, because it must be string, is number'],
  [{ name: 'a', author: 'x' }, 'author is ignored: Claude Code refuses it, because it must be object, is string'],
  [{ name: 'a', author: { email: 'x' } }, 'author.name is ignored: Claude Code refuses it, because it is required'],
  [
    { name: 'a', homepage: 'nope' },
    'homepage is ignored: Claude Code refuses it, because it must match ^[A-Za-z][A-Za-z0-9+.-]*:\\S+$, is "nope"',
  ],
  [{ name: 'a', keywords: 'k' }, 'keywords is ignored: Claude Code refuses it, because it must be array, is string'],
  [
    { name: 'a', userConfig: { key: { type: 'string', description: 'd' } } },
    'userConfig.key.title is ignored: Claude Code refuses it, because it is required',
  ],
  [
    { name: 'a', userConfig: { key: { ...option, nope: 1 } } },
    'userConfig.key.nope is ignored: Claude Code refuses it, because it is not a known parameter; known: type, title, description, required, default, multiple, sensitive, min, max',
  ],
])('what Claude Code would refuse in a manifest is named: %j', async (manifest, problem) => {
  const { warnings } = await makeProject(plugin(manifest)).trusted();
  expect(warnings.map(({ message }) => message)).toEqual([`.claude-plugin/plugin.json: ${problem}.`]);
});

it.each([
  [{ type: 'list' }, 'its type is none of string, number, boolean, directory, file'],
  [{}, 'its type is none of'],
])('an option that cannot be filled in is an error: %j', async (type, problem) => {
  const { type: _, ...rest } = option;
  expect(await makeProject(plugin({ name: 'a', userConfig: { key: { ...rest, ...type } } })).problems()).toEqual([
    expect.stringContaining(problem),
  ]);
});

it('an option whose name cannot be a variable is an error', async () => {
  expect(await makeProject(plugin({ name: 'a', userConfig: { 'a-b': option } })).problems()).toEqual([
    expect.stringContaining('userConfig.a-b cannot be read: its name cannot be a variable'),
  ]);
});
