import { expect, it } from 'vitest';
import { fingerprint } from './fingerprint.js';
import { wireName } from './wire-name.js';

it('MCP-04: a name is at most 64 characters, and long ones that differ at the end stay different', () => {
  const long = wireName({ server: 's', name: `${'n'.repeat(80)}1` });
  expect(long).toMatch(/^mcp__s__n+_[0-9a-f]{8}$/);
  expect(long).toHaveLength(64);
  expect(wireName({ server: 's', name: `${'n'.repeat(80)}2` })).not.toBe(long);
});

it('MCP-04: a long key leaves room for the name of the tool', () => {
  expect(wireName({ server: 'k'.repeat(60), name: 'search' })).toMatch(/^mcp__k{27}_[0-9a-f]{8}__search$/);
});

it('MCP-20: a server of a plugin is named by its key', () => {
  expect(wireName({ server: 'plugin_crm_db', name: 'query' })).toBe('mcp__plugin_crm_db__query');
});

it('MCP-23: a fingerprint knows name, description and schema, not the order of keys', () => {
  const tool = { name: 'a', description: 'b', inputSchema: { type: 'object', properties: { x: {}, y: {} } } };
  const same = { name: 'a', description: 'b', inputSchema: { properties: { y: {}, x: {} }, type: 'object' } };
  expect(fingerprint(tool)).toMatch(/^sha256-[\w-]{43}\.[\w-]{43}$/);
  expect(fingerprint(same)).toBe(fingerprint(tool));
  for (const change of [{ name: 'c' }, { description: 'c' }, { inputSchema: {} }])
    expect(fingerprint({ ...tool, ...change })).not.toBe(fingerprint(tool));
});
