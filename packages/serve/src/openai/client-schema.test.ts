import { expect, it } from 'vitest';
import { clientSchema } from './client-schema.js';

it('a schema of a client stays, but that its patterns are told instead of run', () => {
  const schema = {
    type: 'object',
    properties: {
      code: { type: 'string', pattern: '^(a+)+$', description: 'A code.' },
      pattern: { type: 'string', enum: ['a'] },
      enum: { type: 'string', pattern: 'd' },
      list: { type: 'array', items: { anyOf: [{ pattern: 'b' }, { const: { pattern: 'c' } }] } },
    },
    required: ['pattern'],
  };
  expect(clientSchema(schema, 'x')).toEqual({
    type: 'object',
    properties: {
      code: { type: 'string', description: 'A code. It must match ^(a+)+$' },
      pattern: { type: 'string', enum: ['a'] },
      enum: { type: 'string', description: 'It must match d' },
      list: { type: 'array', items: { anyOf: [{ description: 'It must match b' }, { const: { pattern: 'c' } }] } },
    },
    required: ['pattern'],
  });
});

it('a schema of a client that is nested too deeply is refused', () => {
  let schema: Record<string, unknown> = { type: 'string' };
  for (let level = 0; level < 5_000; level += 1) schema = { type: 'object', properties: { a: schema } };
  expect(() => clientSchema(schema, 'x')).toThrow(expect.objectContaining({ code: 'OPENAI_FIELD' }));
});

it.each(['not', 'oneOf', 'propertyNames'])(
  'a pattern below %s is refused, since without it other values would fit',
  (keyword) => {
    const part = keyword === 'oneOf' ? [{ pattern: 'a' }] : { anyOf: [{ pattern: 'a' }] };
    const refused = { code: 'OPENAI_FIELD', message: expect.stringContaining(`a pattern below ${keyword}`) };
    expect(() => clientSchema({ type: 'object', [keyword]: part }, 'x')).toThrow(expect.objectContaining(refused));
  },
);
