import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { addEntry, removeEntry } from './edit-entries.js';

const crm = { section: 'plugins', key: 'crm', value: '@acme/loadout-plugin-crm' };

it.each([
  [
    'a map of lines',
    '# top\nplugins:\n  fs: "@loadout/tool-fs"   # files\n\nagents: {}\n',
    '# top\nplugins:\n  fs: "@loadout/tool-fs"   # files\n  crm: "@acme/loadout-plugin-crm"\n\nagents: {}\n',
  ],
  [
    'a nested last entry',
    'plugins:\n    units:\n        use: x\n        options: { a: 1 }\nagents: {}\n',
    'plugins:\n    units:\n        use: x\n        options: { a: 1 }\n    crm: "@acme/loadout-plugin-crm"\nagents: {}\n',
  ],
  [
    'one line',
    'plugins: { fs: "@loadout/tool-fs" } # mine\nagents: {}\n',
    'plugins: { fs: "@loadout/tool-fs", crm: "@acme/loadout-plugin-crm" } # mine\nagents: {}\n',
  ],
  ['an empty map', 'plugins: {}\nagents: {}\n', 'plugins: { crm: "@acme/loadout-plugin-crm" }\nagents: {}\n'],
  ['none', '# top\nagents: {}\n', '# top\nplugins:\n  crm: "@acme/loadout-plugin-crm"\n\nagents: {}\n'],
  [
    'the last line without an end',
    'agents: {}\nplugins:\n  fs: x',
    'agents: {}\nplugins:\n  fs: x\n  crm: "@acme/loadout-plugin-crm"',
  ],
])('a plugin is added to %s, and nothing else changes', (_, before, after) => {
  expect(addEntry(before, crm)).toBe(after);
});

it.each([
  [
    'a map of lines',
    'plugins:\n  fs: x # files\nagents: {}\n',
    'plugins:\n  fs: x # files\n  crm:\n    use: "@acme/loadout-plugin-crm"\n    options:\n      url: https://crm.example\n      retry:\n        max: 3\n      token: ${env:CRM_TOKEN}\nagents: {}\n',
  ],
  [
    'one line',
    'plugins: { fs: x }\nagents: {}\n',
    'plugins: { fs: x, crm: { use: "@acme/loadout-plugin-crm", options: {"url":"https://crm.example","retry":{"max":3},"token":"${env:CRM_TOKEN}"} } }\nagents: {}\n',
  ],
])('a plugin with options is added to %s', (_, before, after) => {
  const options = { url: 'https://crm.example', retry: { max: 3 }, token: '${env:CRM_TOKEN}' };
  expect(addEntry(before, { ...crm, value: { use: crm.value, options } })).toBe(after);
  expect(parse(after).plugins.crm.options).toEqual(options);
});

it.each([
  ['# top\nplugins:\n  fs: x # files\n  crm: y\nagents: {}\n', '# top\nplugins:\n  fs: x # files\nagents: {}\n'],
  ['plugins:\n  crm: { use: y }\n  fs: x\nagents: {}\n', 'plugins:\n  fs: x\nagents: {}\n'],
  ['plugins: { fs: x, crm: y }\nagents: {}\n', 'plugins: { fs: x }\nagents: {}\n'],
  ['plugins: { crm: y, fs: x }\nagents: {}\n', 'plugins: { fs: x }\nagents: {}\n'],
  ['plugins:\n  crm:\n    use: y\nagents: {}\n', 'agents: {}\n'],
])('a plugin is removed from %j', (before, after) => {
  expect(removeEntry(before, crm)).toBe(after);
  expect(parse(after)).not.toHaveProperty('plugins.crm');
});

it('a missing plugin is not removed, and an unsupported form is refused', () => {
  expect(removeEntry('agents: {}\n', crm)).toBeUndefined();
  expect(() => addEntry('{ agents: {} }', crm)).toThrow('cannot be changed');
  expect(() => addEntry('plugins: [a\n', crm)).toThrow('cannot be changed');
});

it.each(['null', '~', '[]', 'x'])(
  'a section that is %s is refused, where the value of the entry would run on into it',
  (written) => {
    const server = { section: 'mcpServers', key: 'db', value: { url: 'https://db.example' } };
    expect(() => addEntry(`mcpServers: ${written}\nagents: {}\n`, server)).toThrow('cannot be changed');
  },
);

it('an entry without a value is left out of what is written, as JSON leaves it out', () => {
  const added = addEntry('agents: {}\n', { ...crm, value: { use: 'x', options: undefined } });
  expect(parse(added).plugins).toEqual({ crm: { use: 'x' } });
});
