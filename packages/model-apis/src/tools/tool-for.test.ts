import { describe, expect, it } from 'vitest';
import { CHAT_LIMITS, GEMINI_LIMITS, MESSAGES_LIMITS, type SchemaLimits, toolFor } from './tool-for.js';

const sent = (input_schema: Record<string, unknown>, limits: SchemaLimits) =>
  toolFor({ name: 'x', description: 'Does.', input_schema }, limits);
const property = (schema: Record<string, unknown>, limits: SchemaLimits) =>
  (sent({ type: 'object', properties: { p: schema } }, limits).input_schema.properties as Record<string, unknown>).p;

const TUPLE = { type: 'array', items: [{ type: 'number' }, { type: 'string' }], additionalItems: false };

describe('a schema is said in the words that a provider takes (GAP-B5)', () => {
  it.each([
    ['a tuple', TUPLE, MESSAGES_LIMITS, { type: 'array', prefixItems: TUPLE.items, items: false }],
    [
      'a tuple',
      TUPLE,
      CHAT_LIMITS,
      { type: 'array', items: {}, description: 'In this order: [{"type":"number"},{"type":"string"}].' },
    ],
    ['a bound of draft 04', { minimum: 0, exclusiveMinimum: true }, MESSAGES_LIMITS, { exclusiveMinimum: 0 }],
    ['a bound of draft 04', { maximum: 9, exclusiveMaximum: false }, CHAT_LIMITS, { maximum: 9 }],
    ['an array without items', { type: 'array' }, MESSAGES_LIMITS, { type: 'array' }],
    ['an array without items', { type: 'array' }, CHAT_LIMITS, { type: 'array', items: {} }],
    [
      'an array without items',
      { type: ['array', 'null'] },
      GEMINI_LIMITS,
      { type: ['array', 'null'], items: { type: 'string' } },
    ],
    ['an empty tuple', { type: 'array', items: [] }, CHAT_LIMITS, { type: 'array', items: {} }],
    ['a mixed enum', { enum: ['a', null, 1] }, MESSAGES_LIMITS, { enum: ['a', null, 1] }],
    ['a mixed enum', { enum: ['a', null, 1] }, GEMINI_LIMITS, { description: 'One of: "a", null, 1.' }],
    ['an empty enum', { type: 'string', enum: [] }, CHAT_LIMITS, { type: 'string' }],
    ['required of draft 03', { type: 'string', required: true }, MESSAGES_LIMITS, { type: 'string' }],
    [
      'a part of a list',
      { anyOf: [TUPLE] },
      MESSAGES_LIMITS,
      { anyOf: [{ type: 'array', prefixItems: TUPLE.items, items: false }] },
    ],
    [
      'a parameter called items',
      { type: 'object', properties: { items: { type: 'array' } } },
      MESSAGES_LIMITS,
      { type: 'object', properties: { items: { type: 'array' } } },
    ],
  ])('%s: %j', (_, schema, limits, expected) => expect(property(schema, limits)).toEqual(expected));

  it('an older draft is not named, and what is well already is the same byte for byte', () => {
    expect(sent({ $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' }, CHAT_LIMITS).input_schema).toEqual({
      type: 'object',
    });
    const well = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { a: { type: 'array', items: { type: 'string' }, default: ['x'] } },
      required: ['a'],
      additionalProperties: false,
    };
    for (const limits of [MESSAGES_LIMITS, CHAT_LIMITS, GEMINI_LIMITS])
      expect(JSON.stringify(sent(well, limits).input_schema)).toBe(JSON.stringify(well));
  });
});

describe('a choice at the top is one object, and the description tells the choice (GAP-B5)', () => {
  it.each(['oneOf', 'anyOf'])('%s', (keyword) => {
    const tool = sent(
      {
        type: 'object',
        properties: { c: {} },
        required: ['c'],
        [keyword]: [{ required: ['a', 'k'], properties: { a: { type: 'string' }, k: { const: 1 } } }, { $ref: '#/$defs/b' }],
        $defs: { b: { required: ['b', 'k'], properties: { b: { type: 'string' }, k: { const: 2 } } } },
      },
      MESSAGES_LIMITS,
    );
    expect(tool.description).toBe('Does.\nParameters that belong together, one choice of: a with k 1; b with k 2.');
    expect(tool.input_schema).toMatchObject({
      type: 'object',
      properties: { c: {}, a: { type: 'string' }, b: { type: 'string' }, k: { anyOf: [{ const: 1 }, { const: 2 }] } },
      required: ['c', 'k'],
    });
    expect(tool.input_schema).not.toHaveProperty(keyword);
  });

  it('allOf needs what each part needs, and a closed object does not refuse the properties of its parts', () => {
    const { description, input_schema } = sent(
      {
        allOf: [
          { properties: { a: {} }, required: ['a'] },
          { properties: { b: {} }, required: ['b'] },
        ],
        additionalProperties: false,
      },
      CHAT_LIMITS,
    );
    expect({ description, input_schema }).toEqual({
      description: 'Does.',
      input_schema: { type: 'object', properties: { a: {}, b: {} }, required: ['a', 'b'] },
    });
  });

  it('a branch that refers to itself ends', () => {
    const loop = { $ref: '#/$defs/a' };
    expect(
      sent({ anyOf: [loop], $defs: { a: { anyOf: [loop], properties: { x: {} } } } }, CHAT_LIMITS).input_schema,
    ).toMatchObject({ properties: { x: {} } });
  });
});

describe('a schema that no API takes (GAP-B5)', () => {
  it.each([
    ['a type of another language', { type: 'int' }, { type: 'integer' }],
    ['a type that is none', { type: 'any', description: 'It.' }, { description: 'It.' }],
    ['a bound as text', { type: 'number', minimum: '0' }, { type: 'number', minimum: 0 }],
    ['a length below zero', { type: 'string', minLength: -1 }, { type: 'string' }],
    ['a pattern of another language', { type: 'string', pattern: '(?i)a' }, { type: 'string' }],
    ['names that stand twice', { type: 'object', required: ['a', 'a'] }, { type: 'object', required: ['a'] }],
    ['a reference that leads nowhere', { $ref: '#/$defs/gone', description: 'It.' }, { description: 'It.' }],
    ['a reference to another file', { $ref: 'https://example.com/a.json' }, {}],
    ['null', null, {}],
  ])('%s: %j', (_, schema, expected) => expect(property(schema as never, MESSAGES_LIMITS)).toEqual(expected));

  it.each(['enum', 'not', '$ref'])('%s at the top is left out, and what a reference names stands there', (keyword) => {
    const value = { enum: [{}], not: { required: ['a'] }, $ref: '#/$defs/a' }[keyword];
    const schema = {
      type: 'object',
      properties: { a: {} },
      [keyword]: value,
      $defs: { a: { properties: { a: { type: 'string' } } } },
    };
    expect(sent(schema, CHAT_LIMITS).input_schema).not.toHaveProperty(keyword);
    expect(sent({ $ref: '#/$defs/a', $defs: schema.$defs }, CHAT_LIMITS).input_schema).toMatchObject({
      type: 'object',
      properties: { a: { type: 'string' } },
    });
  });

  it('has no reference for Gemini, and a part inside of itself ends', () => {
    const node = { type: 'object', properties: { of: { type: 'array', items: { $ref: '#/$defs/n' } } } };
    const { input_schema } = sent(
      { type: 'object', properties: { p: { $ref: '#/$defs/n' } }, $defs: { n: node } },
      GEMINI_LIMITS,
    );
    expect(input_schema.properties).toEqual({
      p: { type: 'object', properties: { of: { type: 'array', items: { type: 'object' } } } },
    });
    expect(JSON.stringify(input_schema)).not.toContain('$ref');
  });

  it('ends soon, however often its parts name each other', () => {
    const twice = (index: number) => ({ a: { $ref: `#/$defs/d${index}` }, b: { $ref: `#/$defs/d${index}` } });
    const doubling = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [`d${index}`, { type: 'object', properties: twice(index + 1) }]),
    );
    const wide = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [
        `d${index}`,
        { anyOf: Array.from({ length: 20 }, () => ({ $ref: `#/$defs/d${index + 1}` })) },
      ]),
    );
    for (const limits of [MESSAGES_LIMITS, CHAT_LIMITS, GEMINI_LIMITS]) {
      expect(JSON.stringify(sent({ type: 'object', properties: twice(0), $defs: doubling }, limits)).length).toBeLessThan(
        1_000_000,
      );
      expect(JSON.stringify(sent({ anyOf: [{ $ref: '#/$defs/d0' }], $defs: wide }, limits)).length).toBeLessThan(1_000_000);
    }
  });
});
