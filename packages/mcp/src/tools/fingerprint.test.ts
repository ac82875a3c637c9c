import { expect, it } from 'vitest';
import { fingerprint } from './fingerprint.js';

it('MCP-23: a fingerprint knows name, description and schema, not the order of keys', () => {
  const tool = { name: 'a', description: 'b', inputSchema: { type: 'object', properties: { x: {}, y: {} } } };
  const same = { name: 'a', description: 'b', inputSchema: { properties: { y: {}, x: {} }, type: 'object' } };
  expect(fingerprint(tool)).toMatch(/^sha256-[\w-]{43}\.[\w-]{43}$/);
  expect(fingerprint(same)).toBe(fingerprint(tool));
  for (const change of [{ name: 'c' }, { description: 'c' }, { inputSchema: {} }])
    expect(fingerprint({ ...tool, ...change })).not.toBe(fingerprint(tool));
});
