import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { makeWorld, thrower } from '../call/environment.test-kit.js';
import type { AnyTool } from '../contract/tool.js';
import { definePlugin, defineService } from './define-plugin.js';
import { defineTool } from './define-tool.js';

const callOf = async (tool: AnyTool, input: unknown = {}) =>
  (await makeWorld({ tools: [tool], allow: [tool.name] }).call(tool.name, input)).result;

describe('defineTool takes four forms (DEF-08)', () => {
  const description = 'For a test.';

  it('a string result', async () => {
    const greet = defineTool({
      name: 'Greet',
      description,
      inputSchema: { name: 'string' },
      call: (input) => `Hello, ${input.name}!`,
    });
    expect(await callOf(greet, { name: 'Ada' })).toMatchObject({ content: 'Hello, Ada!', isError: false });
  });

  it('content with isError', async () => {
    const inputSchema = { a: 'number', b: Number } as const;
    const divide = defineTool({
      name: 'Divide',
      description,
      inputSchema,
      call: ({ a, b }) => (b === 0 ? { content: 'Division by zero.', isError: true } : { content: String(a / b) }),
    });
    expect(await callOf(divide, { a: 6, b: 3 })).toMatchObject({ content: '2', isError: false });
    expect(await callOf(divide, { a: 6, b: 0 })).toMatchObject({ content: 'Division by zero.', isError: true });
  });

  it('no input', async () => {
    const list = defineTool({ name: 'List', description, call: () => 'none' });
    expect(list.inputSchema).toMatchObject({ json: { type: 'object', properties: {} } });
    expect(await callOf(list)).toMatchObject({ content: 'none' });
  });

  it('raw input: the object as it came, with any values', async () => {
    const seen: unknown[] = [];
    const config = defineTool({
      name: 'Config',
      description,
      inputSchema: { value: 'string' },
      raw: true,
      call: (input) => {
        seen.push(input.value);
        return '';
      },
    });
    for (const value of ['s', 5, true, [1], { a: 1 }, null]) await callOf(config, { value });
    expect(seen).toEqual(['s', 5, true, [1], { a: 1 }, null]);
    expect(config.inputSchema).toMatchObject({ json: { required: ['value'] } });
    expect(await callOf(config, 'x')).toMatchObject({ isError: true });
  });

  it('never throws into the loop: no object, the wrong type, a crash (DEF-09)', async () => {
    const bad = defineTool({ name: 'Bad', description, inputSchema: { n: 'number' }, call: thrower(new Error('crash')) });
    for (const input of ['x', { n: 'five' }, { n: 5 }]) expect(await callOf(bad, input)).toMatchObject({ isError: true });
  });

  it('the input has the type of its schema', () => {
    defineTool({
      name: 'Typed',
      description,
      inputSchema: z.object({ n: z.number().default(1) }),
      isReadOnly: (input) => input.n > 0,
      call: (input) => {
        expectTypeOf(input).toEqualTypeOf<{ n: number }>();
        return '';
      },
    });
    defineTool({
      name: 'Typed2',
      description,
      inputSchema: { type: 'object', properties: { n: { type: 'integer' } } },
      call: (input) => {
        expectTypeOf(input.n).toEqualTypeOf<number | undefined>();
        return '';
      },
    });
  });
});

describe('definePlugin', () => {
  it('gives the options the type of their schema, and fills in the contract’s version', () => {
    const plugin = definePlugin({
      name: 'crm',
      options: z.object({ baseUrl: z.url() }),
      setup: ({ options }) => {
        expectTypeOf(options).toEqualTypeOf<{ baseUrl: string }>();
        return {};
      },
    });
    expect(plugin).toMatchObject({ name: 'crm', api: 1 });
  });

  it('two keys with one name are the same service', () => {
    expect(defineService<number>('Store')).toEqual(defineService<number>('Store'));
  });
});
