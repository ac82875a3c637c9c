import { expect, it } from 'vitest';
import { flatten } from '../document/flatten.js';
import { fromValue } from '../document/from-value.js';
import { type MapNode, startOf } from '../document/node.js';
import { Report } from '../document/report.js';
import { stripExtensions } from './strip-extensions.js';

const stripped = (value: unknown) =>
  flatten(stripExtensions(fromValue(value, { place: startOf('/repo/agent.config.yaml'), report: new Report() }) as MapNode)).data;

it.each([
  ['headers of telemetry', { telemetry: { otel: { headers: { 'x-team': 'a' } } } }],
  ['headers of a server', { mcpServers: { docs: { url: 'https://docs.example', headers: { 'x-team': 'a' } } } }],
  ['options of a plugin', { plugins: { crm: { use: 'crm', options: { 'x-team': { 'x-deep': 1 } } } } }],
  ['options of a provider', { providers: { own: { use: 'own', options: { headers: { 'x-team': 'a' } } } } }],
  ['fields of a request', { models: { main: { provider: 'own', id: 'a', extra: { 'x-team': 1 } } } }],
  ['a schema', { agents: { a: { output: { schema: { 'x-order': 1 } } } } }],
  ['a tool', { tools: { find: { run: ['find'], env: { 'x-team': 'a' } } } }],
  ['hooks', { agents: { a: { hooks: { Stop: [{ hooks: [{ type: 'http', headers: { 'x-team': 'a' } }] }] } } } }],
  ['approvers', { permissions: { approvals: { from: { 'x-ann': 'MCow' } } } }],
])('keeps the keys x-… of %s, which are data, also in a profile', (_, value) => {
  expect(stripped(value)).toEqual(value);
  expect(stripped({ profiles: { p: value } })).toEqual({ profiles: { p: value } });
});

it('leaves out every other key x-…, at any depth', () => {
  const notes = { 'x-note': { agents: 1 } };
  const value = {
    ...notes,
    agents: { ...notes, a: { ...notes, limits: { ...notes, turns: 3 } } },
    unknown: [{ ...notes, b: 1 }],
  };
  expect(stripped(value)).toEqual({ agents: { a: { limits: { turns: 3 } } }, unknown: [{ b: 1 }] });
});
