import { loadConfig } from '@loadout/config';
import { definePlugin, type JsonSchema } from '@loadout/core';
import { describe, expect, it } from 'vitest';
import { loadPlugin } from '../packages/runner/src/plugins/load-plugin.js';
import { optionProblems } from '../packages/setup/src/add/option-values.js';
import { project } from './lib/loadout.js';

const SECRET = 'tok-0123456789';
const PIN = 8_675_309;

const secret = { type: 'string', secret: true } as const;
const properties = (schemas: Readonly<Record<string, unknown>>, more: object = {}): JsonSchema => ({
  type: 'object',
  properties: schemas,
  ...more,
});

/** A wrong option of each kind that a schema can express, with a secret in it, or beside the fault. */
const WRONG: readonly (readonly [string, JsonSchema, unknown])[] = [
  ['a type', properties({ t: { type: 'boolean', secret: true } }), { t: SECRET }],
  ['an enum', properties({ t: { ...secret, enum: ['a'] } }), { t: SECRET }],
  ['an enum of numbers', properties({ t: { secret: true, enum: [1] } }), { t: PIN }],
  ['a constant', properties({ t: { ...secret, const: 'a' } }), { t: SECRET }],
  ['a pattern', properties({ t: { ...secret, pattern: '^x' } }), { t: SECRET }],
  ['a shortest length', properties({ t: { ...secret, minLength: 99 } }), { t: SECRET }],
  ['a longest length', properties({ t: { ...secret, maxLength: 2 } }), { t: SECRET }],
  ['a least number', properties({ t: { type: 'number', secret: true, minimum: 1e9 } }), { t: PIN }],
  ['a highest number', properties({ t: { type: 'number', secret: true, maximum: 1 } }), { t: PIN }],
  ['a number above which', properties({ t: { type: 'number', secret: true, exclusiveMinimum: 1e9 } }), { t: PIN }],
  ['a multiple', properties({ t: { type: 'number', secret: true, multipleOf: 2 } }), { t: PIN }],
  ['one of several forms', properties({ t: { secret: true, anyOf: [{ enum: ['a'] }, { type: 'number' }] } }), { t: SECRET }],
  ['exactly one form', properties({ t: { secret: true, oneOf: [{ enum: ['a'] }, { enum: ['b'] }] } }), { t: SECRET }],
  ['all forms', properties({ t: { allOf: [secret, { pattern: '^x' }] } }), { t: SECRET }],
  ['no form', properties({ t: { ...secret, not: { type: 'string' } } }), { t: SECRET }],
  ['a reference', properties({ t: { $ref: '#/$defs/s' } }, { $defs: { s: { ...secret, pattern: '^x' } } }), { t: SECRET }],
  ['a list', properties({ t: { type: 'array', items: { ...secret, pattern: '^x' } } }), { t: [SECRET] }],
  ['a tuple', properties({ t: { type: 'array', prefixItems: [{ ...secret, enum: ['a'] }] } }), { t: [SECRET] }],
  ['a list that repeats', properties({ t: { type: 'array', uniqueItems: true, items: secret } }), { t: [SECRET, SECRET] }],
  ['a list that is too long', properties({ t: { type: 'array', maxItems: 0, items: secret } }), { t: [SECRET] }],
  ['a map', properties({ t: { type: 'object', additionalProperties: { ...secret, enum: ['a'] } } }), { t: { k: SECRET } }],
  ['a key with a slash', properties({ 'a/b~c': { ...secret, enum: ['a'] } }), { 'a/b~c': SECRET }],
  [
    'an object with a slash in its key around a secret',
    properties({ 'a/b': { properties: { t: secret }, enum: [{}] } }),
    { 'a/b': { t: SECRET } },
  ],
  ['an object around a secret', properties({ o: { properties: { t: secret }, enum: [{}] } }), { o: { t: SECRET } }],
  [
    'a text in the place of an object',
    properties({ o: { anyOf: [{ enum: ['no'] }, properties({ t: secret })] } }),
    { o: SECRET },
  ],
  [
    'a text in the place of an object that is referred to',
    properties({ o: { enum: ['no'], anyOf: [{ $ref: '#/$defs/o' }] } }, { $defs: { o: properties({ t: secret }) } }),
    { o: SECRET },
  ],
  ['an object that is marked', properties({ o: { secret: true, enum: [{}] } }), { o: { n: PIN, t: SECRET } }],
  ['an unknown option beside it', properties({ t: secret }, { additionalProperties: false }), { t: SECRET, tt: 1 }],
  ['a missing option beside it', properties({ t: secret }, { required: ['u'] }), { t: SECRET }],
  ['too many options', properties({ t: secret }, { maxProperties: 0 }), { t: SECRET }],
];

const shows = (text: string) => text.includes(SECRET) || text.includes('tok-') || text.includes(String(PIN));

describe.each(WRONG)('a wrong option with a secret: %s', (_, schema, options) => {
  it('is refused by the check of a configuration, which repeats no secret', async () => {
    const manifest = { name: 'loadout-plugin-crm', version: '1.0.0', loadout: { api: 1, plugin: './index.js', options: schema } };
    const cwd = project({
      'node_modules/loadout-plugin-crm/package.json': JSON.stringify(manifest),
      'agent.config.yaml': JSON.stringify({ plugins: { crm: { use: 'loadout-plugin-crm', options } }, agents: { helper: {} } }),
    });
    const failure = await loadConfig({ cwd, env: { HOME: cwd }, packageRoots: [] }).catch((error: unknown) => error);
    const told = JSON.stringify((failure as { problems?: unknown }).problems);
    expect(told).toContain('plugins.crm.options');
    expect(shows(told)).toBe(false);
  });

  it('is refused by a run, which repeats no secret', async () => {
    const plugin = definePlugin({ name: 'crm', options: schema, setup: () => ({}) });
    const cwd = project({});
    const place = { configDir: cwd, stateDir: cwd };
    const failure = await loadPlugin(
      { mount: 'crm', use: 'crm', plugin, options: options as Readonly<Record<string, unknown>> },
      place,
    ).catch(String);
    expect(failure).toContain('mounted as "crm" are wrong');
    expect(shows(String(failure))).toBe(false);
  });

  it('is refused on the command line, which repeats no secret', () => {
    const told = optionProblems(options as Readonly<Record<string, unknown>>, schema);
    expect(told).not.toEqual([]);
    expect(shows(told.join('\n'))).toBe(false);
  });
});
