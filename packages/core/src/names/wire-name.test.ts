import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { isWireName, ruleOfTool, wireNames } from './wire-name.js';

const { serverPrefix, serverRule, wireName } = wireNames((text) => createHash('sha256').update(text).digest('hex'));

it('MCP-04: a name is at most 64 characters, and long ones that differ at the end stay different', () => {
  const long = wireName({ server: 's', name: `${'n'.repeat(80)}1` });
  expect(long).toMatch(/^mcp__s__n+_[0-9a-f]{8}$/);
  expect(long).toHaveLength(64);
  expect(wireName({ server: 's', name: `${'n'.repeat(80)}2` })).not.toBe(long);
});

it('MCP-04: a long key leaves room for the name of the tool', () => {
  const key = 'k'.repeat(60);
  const hash = createHash('sha256').update(key).digest('hex').slice(0, 8);
  expect(wireName({ server: key, name: 'search' })).toBe(`mcp__${'k'.repeat(27)}_${hash}__search`);
});

it('MCP-20: a tool of a server of a plugin has the names of the plugin and of the server', () => {
  expect(wireName({ server: 'plugin:crm:db', name: 'query' })).toBe('mcp__plugin_crm_db__query');
});

it.each(['db', 'my__server', 'a.b', 'k'.repeat(37)])('the names of the tools of %s begin with its prefix', (server) => {
  expect(wireName({ server, name: 'find' })).toBe(`${serverPrefix(server)}find`);
  expect(serverPrefix(server)).toBe(`${serverRule(server)}__`);
  expect(isWireName(serverPrefix(server))).toBe(true);
});

it.each(['db', 'my__server', 'a.b', 'k'.repeat(36), 'k'.repeat(37)])(
  'the name of a tool of %s tells the rule for its server',
  (server) => {
    expect(ruleOfTool(wireName({ server, name: 'find' }), server)).toBe(serverRule(server));
    expect(ruleOfTool(wireName({ server, name: 'n'.repeat(80) }), server)).toBe(serverRule(server));
    expect(ruleOfTool('mcp__other__find', server)).toBeUndefined();
  },
);

it('MCP-04: the names that were cut before have the same bytes', () => {
  expect(wireName({ server: 'k'.repeat(60), name: 'n'.repeat(60) })).toBe(
    'mcp__kkkkkkkkkkkkkkkkkkkkkkkkkkk_5908256d__nnnnnnnnnnnn_f9b90c84',
  );
  expect(wireName({ server: 'ä'.repeat(50), name: 'x' })).toBe(`mcp__${'_'.repeat(28)}878351d3__x`);
});
