import { describe, expect, it } from 'vitest';
import { issueText } from '../call/parse-input.js';
import type { JsonSchema } from '../contract/schema.js';
import { checkSupported, validate } from './validate.js';

const object = (properties: object, more: object = {}): JsonSchema => ({ type: 'object', properties, ...more });
const one = (schema: unknown, value: unknown) => validate(object({ v: schema }), { v: value });

describe('the validator', () => {
  it.each([
    [{ type: 'string' }, 'a', undefined],
    [{ type: 'string' }, 5, 'must be string, is number'],
    [{ type: 'string' }, null, 'must be string, is null'],
    [{ type: ['string', 'null'] }, null, undefined],
    [{ type: ['string', 'null'] }, [], 'must be string or null, is array'],
    [{ type: 'integer' }, 2.0, undefined],
    [{ type: 'integer' }, 2.5, 'must be integer, is number'],
    [{ type: 'number' }, Number.NaN, 'must be number, is number'],
    [{ type: 'object' }, [], 'must be object, is array'],
    [{ type: 'boolean' }, 'true', 'must be boolean, is string'],
    [{ enum: ['a', 1, null] }, null, undefined],
    [{ enum: ['a', 1] }, 'b', 'must be one of "a", 1, is "b"'],
    [{ const: { a: 1 } }, { a: 1 }, undefined],
    [{ const: 1 }, '1', 'must be 1, is "1"'],
    [{ minLength: 2 }, '😀', 'must have at least 2 characters, has 1'],
    [{ maxLength: 1 }, 'ab', 'must have at most 1 characters, has 2'],
    [{ pattern: '^a+$' }, 'aab', 'must match ^a+$, is "aab"'],
    [{ pattern: '^\\-$' }, '-', undefined],
    [{ pattern: '^.$' }, '😀', undefined],
    [{ minimum: 1 }, 0, 'must be at least 1, is 0'],
    [{ maximum: 1 }, 2, 'must be at most 1, is 2'],
    [{ exclusiveMinimum: 1 }, 1, 'must be more than 1, is 1'],
    [{ exclusiveMaximum: 1 }, 1, 'must be less than 1, is 1'],
    [{ multipleOf: 0.1 }, 0.3, undefined],
    [{ multipleOf: 2 }, 3, 'must be a multiple of 2, is 3'],
    [{ items: { type: 'string' } }, ['a'], undefined],
    [{ minItems: 1 }, [], 'must have at least 1 items, has 0'],
    [{ maxItems: 1 }, [1, 2], 'must have at most 1 items, has 2'],
    [{ uniqueItems: true }, [{ a: 1 }, { a: 1 }], 'must not repeat an item'],
    [{ prefixItems: [{ type: 'string' }], items: false }, ['a'], undefined],
    [{ minProperties: 1 }, {}, 'must have at least 1 properties, has 0'],
    [{ maxProperties: 0 }, { a: 1 }, 'must have at most 0 properties, has 1'],
    [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, 5, undefined],
    [
      { anyOf: [{ type: 'string' }, { type: 'number' }] },
      true,
      'fits none of the 2 allowed forms; the nearest: must be string, is boolean',
    ],
    [{ oneOf: [{ minimum: 1 }, { minimum: 2 }] }, 1.5, undefined],
    [{ oneOf: [{ minimum: 1 }, { minimum: 2 }] }, 3, 'fits 2 of the allowed forms, must fit one'],
    [{ allOf: [{ minimum: 1 }, { maximum: 3 }] }, 4, 'must be at most 3, is 4'],
    [{ not: { type: 'string' } }, 'x', 'has a form that is not allowed'],
    [true, 'anything', undefined],
    [false, 'anything', 'is not allowed'],
    [{ format: 'date' }, 'no date', undefined],
  ] as const)('%j with %j: %s', (schema, value, message) => {
    const result = one(schema, value);
    expect(result.ok ? undefined : result.issues.map((issue) => [issue.path, issueText(issue)])).toEqual(
      message === undefined ? undefined : [['/v', message]],
    );
  });

  it.each([
    { enum: ['a'] },
    { const: 'a' },
    { pattern: '^a$' },
    { type: 'number' },
    { minLength: 99 },
    { maxLength: 1 },
    { not: { type: 'string' } },
    { anyOf: [{ enum: ['a'] }, { const: 'b' }] },
    { oneOf: [{ type: 'string' }, { minLength: 1 }] },
    { allOf: [{ pattern: '^a$' }] },
    { type: 'array', items: { const: 1 } },
    false,
  ])('%j: the message of an issue repeats nothing of the value, which is apart', (schema) => {
    const secret = 'tok-0123456789';
    const result = one(schema, secret);
    expect(result.ok).toBe(false);
    for (const issue of result.ok ? [] : result.issues) expect(issueText(issue, { hidesValue: true })).not.toMatch(/tok|0123/);
  });

  it('names each problem with its place', () => {
    const schema = object(
      { list: { items: object({ n: { type: 'integer' } }, { required: ['n'] }) } },
      { additionalProperties: false },
    );
    expect(validate(schema, { list: [{ n: 1 }, {}, { n: 'x' }], other: 1 })).toEqual({
      ok: false,
      issues: [
        { path: '/list/1/n', message: 'is required', kind: 'required' },
        { path: '/list/2/n', message: 'must be integer, is string' },
        { path: '/other', message: 'is not a known parameter; known: list', kind: 'unknown', known: ['list'] },
      ],
    });
    expect(one({ propertyNames: { pattern: '^[a-z]+$' } }, { A: 1 })).toMatchObject({ ok: false, issues: [{ path: '/v/A' }] });
    expect(one({ additionalProperties: { type: 'number' } }, { A: 'x' })).toMatchObject({
      ok: false,
      issues: [{ path: '/v/A' }],
    });
  });

  it('fills in defaults, a new one each time, and leaves the given value unchanged', () => {
    const schema = object(
      { list: { default: [] }, deep: object({ n: { default: 1 } }), named: { default: 'x' } },
      { required: ['named'] },
    );
    const given = { deep: {} };
    const first = validate(schema, given);
    const second = validate(schema, given);
    expect(first).toEqual({ ok: true, value: { list: [], deep: { n: 1 }, named: 'x' } });
    expect(given).toEqual({ deep: {} });
    expect((first as { value: { list: unknown } }).value.list).not.toBe((second as { value: { list: unknown } }).value.list);
  });

  it('a key called __proto__ stays a key, known or not', () => {
    const given = JSON.parse('{"__proto__":{"admin":true},"constructor":1}');
    const result = validate(object(JSON.parse('{"__proto__":{"type":"object"}}')), given) as { value: Record<string, unknown> };
    expect(Object.keys(result.value)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(result.value)).toBe(Object.prototype);
    expect(result.value.admin).toBeUndefined();
    expect(validate(object({}, { required: ['toString'] }), {}).ok).toBe(false);
    expect(validate(object({}, { additionalProperties: false }), given).ok).toBe(false);
  });
});

describe('$ref', () => {
  const tree: JsonSchema = object(
    { root: { $ref: '#/$defs/node' } },
    {
      $defs: {
        node: object({ name: { type: 'string' }, children: { items: { $ref: '#/$defs/node' } } }, { required: ['name'] }),
      },
    },
  );

  it('leads to a part of the schema, also in a circle over values', () => {
    expect(checkSupported(tree)).toBeUndefined();
    expect(validate(tree, { root: { name: 'a', children: [{ name: 'b' }] } }).ok).toBe(true);
    expect(validate(tree, { root: { name: 'a', children: [{}] } })).toMatchObject({
      issues: [{ path: '/root/children/0/name' }],
    });
  });

  it('applies together with its neighbouring keywords', () => {
    const schema = object({ v: { $ref: '#/$defs/s', minLength: 3 } }, { $defs: { s: { type: 'string' } } });
    expect(validate(schema, { v: 'ab' })).toMatchObject({ issues: [{ message: 'must have at least 3 characters, has 2' }] });
  });

  it('finds keys with ~ and /', () => {
    const schema = object({ v: { $ref: '#/$defs/a~1b~0c' } }, { $defs: { 'a/b~c': { type: 'string' } } });
    expect([checkSupported(schema), validate(schema, { v: 1 }).ok]).toEqual([undefined, false]);
  });

  it.each(['anyOf', 'oneOf', 'allOf'])('ends soon where forms of %s lead to each other twice on each level', (keyword) => {
    const twice = (to: string) => ({ [keyword]: [{ $ref: `#/$defs/${to}` }, { $ref: `#/$defs/${to}` }] });
    const levels = Array.from({ length: 40 }, (_, level) => [`l${level}`, twice(`l${level + 1}`)] as const);
    const chain = object({ v: twice('l0') }, { $defs: { ...Object.fromEntries(levels), l40: { type: 'number' } } });
    const inValue = { $defs: { a: { [keyword]: [object({ v: { $ref: '#/$defs/a' } }), object({ v: { $ref: '#/$defs/a' } })] } } };
    const deep = Array.from({ length: 40 }).reduce((inner) => ({ v: inner }), 'text');
    const tooMany = { ok: false, issues: [{ path: '', message: expect.stringContaining('too many steps') }] };
    expect(checkSupported(chain)).toBeUndefined();
    expect(validate(chain, { v: 'text' })).toEqual(tooMany);
    expect(validate({ ...inValue, $ref: '#/$defs/a' }, deep)).toEqual(tooMany);
  });

  it('checks a large value that has one of many forms', () => {
    const forms = Array.from({ length: 40 }, (_, n) => object({ kind: { const: n }, a: { type: 'string' }, b: {} }));
    const list = Array.from({ length: 1500 }, () => ({ kind: 39, a: 'x', b: 1 }));
    expect(one({ items: { anyOf: forms } }, list).ok).toBe(true);
  });

  it('reports a value nested too deeply as an issue, without a crash', () => {
    let value: object = { name: 'leaf' };
    for (let depth = 0; depth < 50_000; depth++) value = { name: 'x', children: [value] };
    expect(validate(tree, { root: value })).toEqual({
      ok: false,
      issues: [{ path: '', message: 'is nested too deeply to be checked' }],
    });
  });

  it.each(['#/$defs/missing', 'https://schemas.example/x.json', '#anchor', '#/__proto__', '#/properties/constructor', 5])(
    'refuses %j, which leads nowhere',
    ($ref) => expect(checkSupported(object({ v: { $ref } }))).toContain('leads to no schema'),
  );

  it('refuses a circle without a value in between', () => {
    const $defs = { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } };
    expect(checkSupported(object({ v: { $ref: '#/$defs/a' } }, { $defs }))).toContain('leads to no schema');
    expect(validate(object({}, { allOf: [{ $ref: '#' }] }), {}).ok).toBe(false);
  });
});

describe('refuses at definition what it cannot check, with its place', () => {
  it.each([
    [{ if: {} }, 'keyword "if" at "/properties/v" is not supported'],
    [{ items: { contains: {} } }, 'keyword "contains" at "/properties/v/items"'],
    [{ anyOf: [{}, { patternProperties: {} }] }, 'keyword "patternProperties" at "/properties/v/anyOf/1"'],
    [{ additionalProperties: { dependentRequired: {} } }, 'at "/properties/v/additionalProperties"'],
    ['string', 'at "/properties/v" stands "string" where a schema is expected'],
    [{ pattern: '(' }, '"pattern" at "/properties/v" is "(", which is not a regular expression'],
    [{ type: 'strin' }, '"type" at "/properties/v" is "strin", not one of string, number, '],
    [{ type: ['string', 'nul'] }, '"type" at "/properties/v" is ["string","nul"], not one of '],
    [{ properties: ['a'] }, '"properties" at "/properties/v" is ["a"], not an object'],
    [{ required: 'a' }, '"required" at "/properties/v" is "a", not a list'],
    [{ items: { enum: 'a' } }, '"enum" at "/properties/v/items" is "a", not a list'],
    [{ minLength: '3' }, '"minLength" at "/properties/v" is "3", not a number'],
    [{ exclusiveMinimum: true }, '"exclusiveMinimum" at "/properties/v" is true, not a number'],
  ])('%j', (schema, problem) => expect(checkSupported(object({ v: schema }))).toContain(problem));

  it('accepts annotations and x- keywords', () => {
    const schema = { type: 'string', title: 't', examples: ['x'], deprecated: true, 'x-order': 1, contentEncoding: 'base64' };
    expect(checkSupported(object({ v: schema }))).toBeUndefined();
  });
});
