import { expect, it } from 'vitest';
import { masked } from '../document/flatten.js';
import { fromValue } from '../document/from-value.js';
import { isMap, type MapNode, type Place } from '../document/node.js';
import { Report } from '../document/report.js';
import { limits } from '../schema/parts.js';
import { merge } from './merge.js';

function merged(below: object, above: object, more: { readonly adds?: boolean; readonly addsRules?: boolean } = {}) {
  const report = new Report();
  const place: Place = { file: '/repo/agent.config.yaml', line: 1, column: 1, length: 1, layer: 'project' };
  const nodeOf = (value: object): MapNode => {
    const node = fromValue(value, { place, report });
    if (!isMap(node)) throw new Error('The value is no map.');
    return node;
  };
  const value = masked(merge(nodeOf(below), nodeOf(above), { ...more, report }), []);
  return { value, codes: [...report.errors, ...report.warnings].map(({ code }) => code) };
}

it('every limit gets smaller only, and no layer removes one, as a row that comes later does', () => {
  const keys = Object.keys(limits.shape);
  expect(keys).toContain('time');
  for (const at of [(value: unknown) => ({ agents: { a: value } }), (value: unknown) => ({ defaults: value })])
    for (const key of keys) {
      const below = at({ limits: { [key]: 5 } });
      expect(merged(below, at({ limits: { [key]: 3 } })).value).toEqual(at({ limits: { [key]: 3 } }));
      expect(merged(below, at({ limits: { [key]: 9 } }))).toEqual({ value: below, codes: ['CONFIG_LIMIT_KEPT'] });
      expect(merged(below, at({ limits: { [key]: null } })).codes).toEqual(['CONFIG_ONLY_NARROWS']);
    }
});

it('lists that layers only add to stay in a profile of two files, as they do in the files', () => {
  const at = (deny: readonly string[]) => ({ profiles: { ci: { permissions: { deny } } } });
  expect(merged(at(['Bash']), at(['Write'])).value).toEqual(at(['Bash', 'Write']));
});

it('a section of the sandbox stays, since its denied folders and hosts do', () => {
  for (const section of [{ filesystem: { denyRead: ['.env'] } }, { network: { deniedDomains: ['example.com'] } }]) {
    const [key = ''] = Object.keys(section);
    expect(merged({ sandbox: section }, { sandbox: { [key]: null } })).toEqual({
      value: { sandbox: section },
      codes: ['CONFIG_ONLY_NARROWS'],
    });
  }
});

it('a key that a lower layer leaves empty is that of the layer above, however it merges', () => {
  for (const above of [
    { budgets: { all: { usd: 5, per: 'day' } } },
    { agents: { a: { limits: { turns: 5 } } } },
    { tools: { say: {} } },
    { sandbox: { network: { deniedDomains: ['example.com'] } } },
    { allowedHttpHookUrls: ['https://example.com/*'] },
  ]) {
    for (const below of emptied(above)) expect(merged(below, above)).toEqual({ value: above, codes: [] });
  }
});

it('a sandbox that is written as a word merges as the map that it is short for', () => {
  const map = { sandbox: { required: false } };
  expect(merged(map, { sandbox: 'bubblewrap' }).value).toEqual({ sandbox: { required: false, use: 'bubblewrap' } });
  expect(merged({ agents: { a: { sandbox: 'off' } } }, { agents: { a: map } }).value).toEqual({
    agents: { a: { sandbox: { use: 'off', required: false } } },
  });
});

it('texts for every agent add up where all adds up, as in files of Claude Code, and else replace', () => {
  const [below, above] = [{ defaults: { instructions: 'A' } }, { defaults: { instructions: ['B'] } }];
  expect(merged(below, above, { adds: true }).value).toEqual({ defaults: { instructions: ['A', 'B'] } });
  expect(merged(below, above).value).toEqual(above);
});

it('a value that is one whole is not merged: a skill always, an agent and a server where all adds up', () => {
  const at = (section: string, value: object) => ({ [section]: { x: value } });
  for (const [section, adds] of [
    ['skills', false],
    ['agents', true],
    ['mcpServers', true],
  ] as const) {
    const above = at(section, { description: 'B' });
    expect(merged(at(section, { description: 'A', tools: [] }), above, { adds }).value).toEqual(above);
  }
  const tool = at('tools', { shell: 'date' });
  expect(merged(tool, tool).codes).toEqual(['CONFIG_TOOL_TWICE']);
});

it('no layer loosens a budget or what it counts, and rules that allow add up only in a file of a person', () => {
  const at = (value: object) => ({ budgets: { team: value } });
  expect(merged(at({ usd: 5 }), at({ usd: 9 })).value).toEqual(at({ usd: 5 }));
  expect(merged(at({ per: 'day' }), at({ per: 'month' })).codes).toEqual(['CONFIG_BUDGET_CHANGED']);
  expect(merged(at({ usd: 5 }), { budgets: { team: null } }).codes).toEqual(['CONFIG_ONLY_NARROWS']);
  const allow = (rule: string) => ({ permissions: { allow: [rule] } });
  expect(merged(allow('Read'), allow('Write')).value).toEqual(allow('Write'));
  expect(merged(allow('Read'), allow('Write'), { addsRules: true }).value).toEqual({ permissions: { allow: ['Read', 'Write'] } });
});

/** The value with `null` in the place of each key, one at a time. */
function emptied(value: object): readonly object[] {
  return Object.entries(value).flatMap(([key, inner]) => {
    const deeper = typeof inner === 'object' && !Array.isArray(inner) ? emptied(inner) : [];
    return [{ [key]: null }, ...deeper.map((one) => ({ [key]: one }))];
  });
}
