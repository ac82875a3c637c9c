import { definePlugin, type JsonSchema } from '@loadout/core';
import { describe, expect, it } from 'vitest';
import { pluginManifest, withTexts } from './plugin-manifest.js';

const described = (description: string): JsonSchema => ({ type: 'string', description });

describe('the texts of options in a manifest', () => {
  it('stay where the schema of the code has none, at any depth', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'object', properties: { c: { type: 'number' } } }, d: true },
    };
    const written = {
      description: 'All.',
      properties: { a: described('A.'), b: { description: 'B.', properties: { c: described('C.') } }, d: described('D.') },
    };
    expect(withTexts(schema, written)).toEqual({
      type: 'object',
      description: 'All.',
      properties: {
        a: described('A.'),
        b: { type: 'object', description: 'B.', properties: { c: { type: 'number', description: 'C.' } } },
        d: true,
      },
    });
  });

  it('are those of the code where it has some, and nothing else of the written schema stays', () => {
    const schema: JsonSchema = { type: 'object', properties: { a: described('of the code') } };
    const written = { properties: { a: { type: 'number', description: 'old' }, gone: described('gone') } };
    expect(withTexts(schema, written)).toEqual(schema);
    for (const nothing of [undefined, null, 'text', { properties: 'text' }, { description: 7 }])
      expect(withTexts(schema, nothing)).toEqual(schema);
  });

  it('are kept by pluginManifest', async () => {
    const plugin = definePlugin({
      name: 'p',
      options: { type: 'object', properties: { a: { type: 'string' } } } as JsonSchema,
      setup: () => ({}),
    });
    const packageJson = { loadout: { options: { properties: { a: described('A.') } } } };
    expect((await pluginManifest(plugin, { packageJson })).options).toMatchObject({ properties: { a: described('A.') } });
  });
});
