import { expect, it } from 'vitest';
import { masked } from '../document/flatten.js';
import { fromValue } from '../document/from-value.js';
import { isMap, type MapNode, type Place } from '../document/node.js';
import { Report } from '../document/report.js';
import { limits } from '../schema/parts.js';
import { merge } from './merge.js';

function merged(below: object, above: object) {
  const report = new Report();
  const place: Place = { file: '/repo/agent.config.yaml', line: 1, column: 1, length: 1, layer: 'project' };
  const nodeOf = (value: object): MapNode => {
    const node = fromValue(value, { place, report });
    if (!isMap(node)) throw new Error('The value is no map.');
    return node;
  };
  const value = masked(merge(nodeOf(below), nodeOf(above), { report }), []);
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

/** The value with `null` in the place of each key, one at a time. */
function emptied(value: object): readonly object[] {
  return Object.entries(value).flatMap(([key, inner]) => {
    const deeper = typeof inner === 'object' && !Array.isArray(inner) ? emptied(inner) : [];
    return [{ [key]: null }, ...deeper.map((one) => ({ [key]: one }))];
  });
}
