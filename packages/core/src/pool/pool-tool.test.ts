import { describe, expect, it } from 'vitest';
import type { AnyTool } from '../contract/tool.js';
import { prepareTool, toApiTool } from './assemble.js';

const origin = { kind: 'custom', from: 'the plugin crm' } as const;
const bare = { name: 'Note', description: 'Writes it down.', inputSchema: { type: 'object' }, call: () => 'x' } as AnyTool;
const prepare = (more: object = {}) => prepareTool({ ...bare, ...more } as AnyTool, origin);

describe('a prepared tool', () => {
  it('has the careful value for every default (DEF-13, DEF-14)', () => {
    const tool = prepare();
    expect(tool.annotations).toEqual({ readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false });
    expect([tool.isReadOnly({}), tool.isConcurrencySafe({}), tool.maxResultChars, tool.timeoutMs]).toEqual([
      false,
      false,
      50_000,
      undefined,
    ]);
  });

  it('accepts any object with the members, made by `defineTool` or not (DEF-10)', () => {
    class ByHand {
      name = 'ByHand';
      description = '';
      inputSchema = { type: 'object' };
      #safe = true;
      isConcurrencySafe() {
        return this.#safe;
      }
      call() {
        return '';
      }
    }
    expect(prepareTool(new ByHand(), origin).isConcurrencySafe({})).toBe(true);
  });

  it('uses the careful answer for a flag that throws or is not `true`', () => {
    const throws = () => {
      throw new Error('no');
    };
    const tool = prepare({ isReadOnly: throws, isConcurrencySafe: () => 1 });
    expect([tool.isReadOnly({}), tool.isConcurrencySafe({})]).toEqual([false, false]);
  });

  it('is read-only by its hint unless it says otherwise', () => {
    const annotations = { readOnlyHint: true };
    expect(prepare({ annotations }).isReadOnly({})).toBe(true);
    expect(prepare({ annotations, isReadOnly: false }).isReadOnly({})).toBe(false);
  });

  it.each([
    ['bad name!', 'holds the character " "'],
    ['naïve', 'holds the character "ï"'],
    ['', 'has 0 characters'],
    ['x'.repeat(65), 'has 65 characters'],
  ])('refuses the name %j and names its plugin (DEF-22)', (name, why) =>
    expect(() => prepare({ name })).toThrow(
      expect.objectContaining({
        code: 'TOOL_NAME_INVALID',
        message: `The tool name ${JSON.stringify(name)} of the plugin crm ${why}.`,
      }),
    ),
  );

  it.each([
    [{ type: 'string', minLength: 1, $schema: '' }, 'its type is "string", and the input of a tool is an object'],
    [{ type: 'object', patternProperties: {} }, 'keyword "patternProperties" at "" is not supported'],
  ])('refuses the schema %j', (inputSchema, problem) =>
    expect(() => prepare({ inputSchema })).toThrow(
      expect.objectContaining({ code: 'SCHEMA_INVALID', message: expect.stringContaining(problem) }),
    ),
  );

  it('has no time limit for Infinity', () => expect(prepare({ timeoutMs: Number.POSITIVE_INFINITY }).timeoutMs).toBeUndefined());
});

describe('the model’s view of a tool (POOL-11)', () => {
  it('has the name, the description and the schema, in this order', () => {
    expect(JSON.stringify(prepare({ annotations: { readOnlyHint: true } }).api)).toBe(
      '{"name":"Note","description":"Writes it down.","input_schema":{"type":"object"}}',
    );
    expect(prepare({ inputSchema: { $schema: 'x' } }).api.input_schema).toEqual({ type: 'object', $schema: 'x' });
  });

  it('has no annotations (CON-30)', () => {
    const tool = prepare({ annotations: { readOnlyHint: true } });
    expect(toApiTool(tool)).toEqual({ name: 'Note', description: 'Writes it down.', input_schema: { type: 'object' } });
  });
});
