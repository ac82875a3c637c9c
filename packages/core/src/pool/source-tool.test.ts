import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { makeWorld, textOf } from '../call/environment.test-kit.js';
import type { AnyTool } from '../contract/tool.js';
import { defineTool } from '../define/define-tool.js';
import { assembleToolPool, toApiTool } from './assemble.js';
import { filterTools } from './filter.js';

const usual = {
  name: 'Weather',
  description: 'The weather of a city.',
  inputSchema: { city: 'string' },
  call: () => 'Sunny',
} as const;
const settledOf = (tool: AnyTool, input: unknown = { city: 'Rome' }) =>
  makeWorld({ tools: [tool], allow: [tool.name] }).call(tool.name, input);
const preparedOf = (tool: object) => assembleToolPool({ baseTools: [tool as AnyTool] }).tools[0];

describe('tools as defineTool makes them, in the parts of the pool (G4)', () => {
  const weather = defineTool({ ...usual, annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: true } });
  const greet = defineTool({ ...usual, name: 'Greet', aliases: ['Hello'] });
  const names = (...lists: [(readonly string[])?, (readonly string[])?]) =>
    filterTools([weather, greet], ...lists).tools.map((tool) => tool.name);

  it('are filtered by an allow and a deny list, and stay the tools they are', () => {
    expect([names(), names([], []), names(['Hello']), names(['*'], ['weather'])]).toEqual([
      ['Weather', 'Greet'],
      ['Weather', 'Greet'],
      ['Greet'],
      ['Greet'],
    ]);
    expect(filterTools([weather], ['Weather']).tools[0]).toBe(weather);
    expect(filterTools(assembleToolPool({ baseTools: [weather] }).tools, ['Greet'])).toMatchObject({ tools: [] });
  });

  it('become tools of the API with their JSON Schema, and with annotations on request (POOL-11, CON-30)', () => {
    const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
    const plain = { name: 'Weather', description: 'The weather of a city.', input_schema: schema };
    const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: false, openWorldHint: true };
    expect(toApiTool(weather)).toEqual(plain);
    expect(toApiTool(weather, { annotations: true })).toEqual({ ...plain, annotations });
    expect(toApiTool(greet, { annotations: true })).toEqual({ ...plain, name: 'Greet' });
    expect(toApiTool(assembleToolPool({ baseTools: [weather] }).tools[0] ?? weather)).toEqual(plain);
  });

  it('are joined, with the latter of a name over the former, when lists are null', () => {
    const lists = {
      customTools: [defineTool({ ...usual, description: 'Mine.' })],
      mcpTools: null,
      allowed: null,
      disallowed: null,
    };
    expect(assembleToolPool({ baseTools: [weather, greet], ...lists }).tools.map((tool) => tool.api.description)).toEqual([
      'The weather of a city.',
      'Mine.',
    ]);
  });
});

describe('the members of other systems’ tools (G5)', () => {
  it('data becomes the structured output, and its mapper makes the content (DEF-11)', async () => {
    const search = defineTool({
      ...usual,
      inputSchema: z.object({ city: z.string() }),
      isReadOnly: () => true,
      isConcurrencySafe: () => true,
      maxResultSizeChars: 40,
      call: async ({ city }) => ({ data: { city, degrees: 21 } }),
      mapToolResultToToolResultBlockParam: (data: { city: string; degrees: number }, toolUseId) => {
        expectTypeOf(toolUseId).toEqualTypeOf<string>();
        return {
          type: 'tool_result',
          tool_use_id: toolUseId,
          content: [{ type: 'text', text: `${data.city}: ${data.degrees}` }],
        };
      },
    });
    const settled = await settledOf(search);
    expect([textOf(settled), settled.result.structuredContent]).toEqual(['Rome: 21', { city: 'Rome', degrees: 21 }]);
    expect(preparedOf(search)).toMatchObject({ maxResultChars: 40 });
    expect(preparedOf(search)?.isConcurrencySafe({})).toBe(true);
  });

  it.each([
    ['a text', 'Sunny', 'Sunny'],
    ['an object', { degrees: 21 }, '{"degrees":21}'],
    ['a list', [1, 2], '[1,2]'],
  ])('data that is %s is sent as such without a mapper', async (_, data, text) => {
    expect(textOf(await settledOf(defineTool({ ...usual, call: () => ({ data }) })))).toBe(text);
  });

  it('an error, a picture and a document of the mapper arrive, and a long text is kept within the limit', async () => {
    const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: onePixel } };
    const pdf = Buffer.from('%PDF-1.7\n').toString('base64');
    const document = { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: pdf } };
    const mapped = (block: object, more: object = {}) =>
      settledOf(defineTool({ ...usual, ...more, call: () => ({ data: 1 }), mapToolResultToToolResultBlockParam: () => block }));
    expect((await mapped({ content: 'No.', is_error: true })).block).toMatchObject({ content: 'No.', is_error: true });
    expect((await mapped({ content: [image, document] })).block.content).toEqual([image, document]);
    const long = await mapped({ content: 'x'.repeat(200_000) }, { maxResultSizeChars: 1000 });
    expect(textOf(long).length).toBeLessThan(110_000);
    expect(textOf(await mapped({ content: [{ type: 'chart' }] }))).toContain('{"type":"chart"}');
  });

  it('work in a tool that is written by hand and has private state (DEF-10)', async () => {
    class Counter {
      readonly name = 'Weather';
      readonly description = 'x';
      readonly inputSchema = { type: 'object' };
      readonly maxResultSizeChars = 9;
      #calls = 0;
      call() {
        this.#calls += 1;
        return { data: { calls: this.#calls } };
      }
      mapToolResultToToolResultBlockParam(data: { calls: number }) {
        return { content: `${data.calls} calls` };
      }
    }
    expect(textOf(await settledOf(new Counter() as unknown as AnyTool))).toBe('1 calls');
  });

  it('a failure is told with is_error as with isError (CON-29)', async () => {
    const tool = {
      ...usual,
      inputSchema: { type: 'object' },
      call: () => ({ content: [{ type: 'text', text: 'No.' }], is_error: true }),
    };
    expect((await settledOf(tool as unknown as AnyTool)).result).toMatchObject({ content: 'No.', isError: true });
  });

  it('a verdict of validateInput may be an object, and the tool does not run (DEF-12)', async () => {
    let calls = 0;
    const call = () => String(++calls);
    const strict = defineTool({ ...usual, call, validateInput: () => ({ result: false, message: 'Not Rome.', errorCode: 1 }) });
    expect(textOf(await settledOf(strict))).toBe('Not Rome.');
    expect(textOf(await settledOf(defineTool({ ...usual, call, validateInput: () => ({ result: true }) })))).toBe('1');
  });

  it.each([
    [{ interruptBehavior: () => 'block' }, { interruptBehavior: 'block' }],
    [{ requiresUserInteraction: () => true }, { requiresUserInteraction: true }],
    [{ shouldDefer: true }, { deferral: 'may' }],
    [{ shouldDefer: true, alwaysLoad: true }, { deferral: 'never' }],
    [{ inputSchema: undefined, inputJSONSchema: { type: 'object', title: 'T' } }, { input: { json: { title: 'T' } } }],
    [{ inputSchema: z.object({ a: z.string() }) }, { input: { json: { required: ['a'] } } }],
    [{ aliases: ['Forecast'] }, { aliases: ['Forecast'] }],
  ])('%j is understood (DEF-12)', (members, expected) => {
    expect(preparedOf({ ...usual, ...members })).toMatchObject(expected);
    expect(preparedOf(defineTool({ ...usual, ...(members as object) }))).toMatchObject(expected);
  });

  it('options of the API go into the request as they are (DEF-23)', () => {
    const options = {
      strict: true,
      input_examples: [{ city: 'Rome' }],
      eager_input_streaming: true,
      allowed_callers: ['direct'],
    };
    expect(preparedOf(defineTool({ ...usual, ...options }))?.api).toMatchObject(options);
    expect(preparedOf(usual)?.api).not.toHaveProperty('strict');
  });

  it('a tool that is not enabled is not in the pool (DEF-12)', () => {
    const tools = [true, false].map((on) => defineTool({ ...usual, name: on ? 'On' : 'Off', isEnabled: () => on }));
    expect(assembleToolPool({ baseTools: [], customTools: tools }).tools.map((tool) => tool.name)).toEqual(['On']);
  });

  it.each([
    ['handler', 'call(input, context), or give the tool to createSdkMcpServer'],
    ['input_schema', 'inputSchema'],
    ['checkPermissions', 'access(input, context)'],
    ['backfillObservableInput', 'paths'],
    ['isDestructive', 'destructiveHint'],
    ['prompt', 'description'],
    ['userFacingName', 'Leave it out'],
    ['renderToolUseMessage', 'Leave it out'],
    ['inputsEquivalent', 'Leave it out'],
    ['searchHint', 'description'],
    ['isReadonly', 'isReadOnly'],
    ['isConcurencySafe', 'isConcurrencySafe'],
    ['timeout', 'timeoutMs'],
  ])('%s is refused with what to write instead', (member, instead) => {
    expect(() => preparedOf({ ...usual, [member]: () => true })).toThrow(
      expect.objectContaining({
        code: 'TOOL_MEMBER_IGNORED',
        message: expect.stringContaining(`"${member}"`),
        fix: expect.stringContaining(instead),
      }),
    );
  });

  it('a tool without call is refused, and members of an author’s own are not', () => {
    expect(() => preparedOf({ ...usual, call: undefined })).toThrow('has no member call');
    expect(preparedOf({ ...usual, mcp: { server: 's' }, cache: new Map(), '~kind': 1 })).toMatchObject({ name: 'Weather' });
  });

  it('a result of another form is refused with the value seen (G15)', async () => {
    const settled = await settledOf({
      ...usual,
      inputSchema: { type: 'object' },
      call: () => ({ text: 'Sunny' }),
    } as unknown as AnyTool);
    expect(textOf(settled)).toContain('its result cannot be read: it is {"text":"Sunny"}');
  });
});
