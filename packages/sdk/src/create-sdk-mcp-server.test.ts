import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterEach, describe, expect, expectTypeOf, it, vi } from 'vitest';
import * as z3 from 'zod/v3';
import * as z from 'zod/v4';
import { createSdkMcpServer, type SdkMcpServer } from './create-sdk-mcp-server.js';
import { type ToolSchema, tool } from './tool.js';

const text = (value: unknown) => ({ content: [{ type: 'text' as const, text: String(value) }] });

const clients: Client[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});

async function connect({ instance }: SdkMcpServer): Promise<Client> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test', version: '1' });
  await Promise.all([instance.connect(far), client.connect(near)]);
  clients.push(client);
  return client;
}

async function listed(inputSchema: ToolSchema) {
  const server = createSdkMcpServer({
    name: 's',
    tools: [tool('t', 'T.', inputSchema, async (args) => text(JSON.stringify(args)))],
  });
  const client = await connect(server);
  return { client, tool: (await client.listTools()).tools[0] };
}

const call = async (client: Client, name: string, args: Record<string, unknown> = {}) =>
  (await client.callTool({ name, arguments: args })) as { content: { text: string }[]; isError?: boolean };

describe('tool()', () => {
  it('is a plain object with exactly its four members, and checks nothing (DEF-01)', () => {
    const handler = async () => text('');
    expect(tool('a', 'A.', {}, handler)).toEqual({ name: 'a', description: 'A.', inputSchema: {}, handler });
    expect(() => tool('not a name!', '', { odd: 'type' } as never, handler)).not.toThrow();
  });

  it('types its arguments from the shape, the map or the JSON Schema', () => {
    tool('a', '', { n: z.number().default(3) }, async (args) => text(expectTypeOf(args.n).toEqualTypeOf<number>()));
    tool('b', '', { n: 'number', s: String }, async (args) => text(expectTypeOf(args.s).toEqualTypeOf<string>()));
    tool('c', '', { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] }, async (args) =>
      text(expectTypeOf(args.n).toEqualTypeOf<number>()),
    );
  });
});

describe('createSdkMcpServer', () => {
  it('returns a live server, version 1.0.0 by default (MCPS-01)', async () => {
    const server = createSdkMcpServer({ name: 'store-api', instructions: 'Ask first.', timeout: 5000, tools: [] });
    expect(server).toMatchObject({ type: 'sdk', name: 'store-api', timeout: 5000 });
    const client = await connect(server);
    expect(client.getServerVersion()).toMatchObject({ name: 'store-api', version: '1.0.0' });
    expect(client.getInstructions()).toBe('Ask first.');
  });

  it('a timeout under a second is ignored (MCPS-12)', () =>
    expect(createSdkMcpServer({ name: 's', timeout: 999 })).not.toHaveProperty('timeout'));

  it('has no tools capability when none were given (MCPS-02)', async () => {
    const client = await connect(createSdkMcpServer({ name: 's' }));
    expect(client.getServerCapabilities()?.tools).toBeUndefined();
    await expect(client.listTools()).rejects.toThrow();
  });

  it('lists its tools in their order (MCPS-03)', async () => {
    const tools = ['c', 'a', 'b'].map((name) => tool(name, '', {}, async () => text(name)));
    const client = await connect(createSdkMcpServer({ name: 's', tools }));
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['c', 'a', 'b']);
  });

  it.each<[string, ToolSchema]>([
    ['a zod 4 shape', { name: z.string() }],
    ['a zod 3 shape', { name: z3.string() }],
    ['a map', { name: 'string' }],
    ['a map of constructors', { name: String }],
    ['a JSON Schema', { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }],
  ])('%s lists the same schema and refuses the same input (DEF-04, DEF-06)', async (_, schema) => {
    const { client, tool: one } = await listed(schema);
    expect(one?.inputSchema).toMatchObject({ type: 'object', properties: { name: { type: 'string' } }, required: ['name'] });
    expect(await call(client, 't', { name: 'Ada' })).toMatchObject({ content: [{ text: '{"name":"Ada"}' }] });
    const refused = await call(client, 't', { name: 5 });
    expect(refused.isError).toBe(true);
    expect(refused.content[0]?.text).toContain('Invalid arguments for tool t');
    expect(refused.content[0]?.text).toMatch(/name/);
  });

  it('a shape fills in defaults and drops unknown keys (DEF-02)', async () => {
    const { client } = await listed({ n: z.number().default(3) });
    expect((await call(client, 't', { other: 1 })).content[0]?.text).toBe('{"n":3}');
  });

  it('a JSON Schema is listed unchanged (DEF-05)', async () => {
    const schema = {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'Search query' },
        filters: {
          type: 'object',
          properties: { category: { type: 'string', enum: ['blog', 'docs'] }, from: { type: 'string', format: 'date' } },
        },
        limit: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
        item: { $ref: '#/$defs/item' },
      },
      required: ['query'],
      additionalProperties: false,
      $defs: { item: { type: 'object', properties: { id: { type: 'string' } } } },
    };
    const { client, tool: one } = await listed(schema);
    const { $schema, ...rest } = { ...one?.inputSchema };
    expect(rest).toEqual(schema);
    expect((await call(client, 't', { query: 'x' })).content[0]?.text).toBe('{"query":"x","limit":10}');
  });

  it('a union is listed as a union (DEF-06)', async () => {
    const { tool: one } = await listed({ id: z.union([z.string(), z.number()]) });
    expect(JSON.stringify(one?.inputSchema)).toMatch(/anyOf|\["string","number"\]/);
  });

  it('a tool whose schema cannot be listed is left out with one warning that names it (DEF-07)', async () => {
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const server = createSdkMcpServer({
      name: 's',
      tools: [tool('bad', '', { when: z.date() }, async () => text('')), tool('good', '', {}, async () => text(''))],
    });
    expect(warned).toHaveBeenCalledTimes(1);
    expect(warned.mock.calls[0]?.[0]).toContain('The tool "bad" of the MCP server "s" is left out');
    warned.mockRestore();
    expect((await (await connect(server)).listTools()).tools.map(({ name }) => name)).toEqual(['good']);
  });

  it('two tools of one name are an error (MCPS-09)', () => {
    const one = tool('same', '', {}, async () => text(''));
    expect(() => createSdkMcpServer({ name: 's', tools: [one, one] })).toThrow('Tool same is already registered');
  });

  it('annotations, alwaysLoad and the search hint are listed (DEF-03)', async () => {
    const one = tool('t', '', {}, async () => text(''), {
      annotations: { readOnlyHint: true },
      alwaysLoad: true,
      searchHint: 'weather',
    });
    const client = await connect(createSdkMcpServer({ name: 's', tools: [one] }));
    expect((await client.listTools()).tools[0]).toMatchObject({
      annotations: { readOnlyHint: true },
      _meta: { 'anthropic/alwaysLoad': true, 'anthropic/searchHint': 'weather' },
    });
  });

  it.each([
    ['an error', new Error('no luck'), 'no luck'],
    ['a plain value', 'plain', 'plain'],
  ])('a handler that throws %s gives an error result (MCPS-07)', async (_, thrown, message) => {
    const failing = tool('t', '', {}, async () => {
      throw thrown;
    });
    const client = await connect(createSdkMcpServer({ name: 's', tools: [failing] }));
    expect(await call(client, 't')).toEqual({ content: [{ type: 'text', text: message }], isError: true });
  });

  it("the handler receives MCP's information about the call (MCPS-10)", async () => {
    const seen = tool('t', '', {}, async (_, extra) => text(JSON.stringify([extra._meta, extra.signal instanceof AbortSignal])));
    const client = await connect(createSdkMcpServer({ name: 's', tools: [seen] }));
    const result = await client.callTool({ name: 't', arguments: {}, _meta: { 'claudecode/toolUseId': 'toolu_1' } });
    expect((result.content as { text: string }[])[0]?.text).toBe('[{"claudecode/toolUseId":"toolu_1"},true]');
  });

  it('a registered tool can be disabled, enabled, changed and removed, and clients are told (MCPS-04, MCPS-05, MCPS-16)', async () => {
    const server = createSdkMcpServer({ name: 's', tools: [] });
    const handle = server.instance.registerTool('late', { title: 'Late', description: 'D.' }, async () => text('late'));
    expect(handle).toMatchObject({ title: 'Late', description: 'D.', enabled: true });
    const client = await connect(server);
    let told = 0;
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
      told += 1;
    });
    const names = async () => (await client.listTools()).tools.map(({ name }) => name);
    handle.disable();
    expect(await names()).toEqual([]);
    expect((await call(client, 'late')).content[0]?.text).toContain('disabled');
    handle.enable();
    expect(await names()).toEqual(['late']);
    handle.update({ description: 'Other.' });
    expect((await client.listTools()).tools[0]?.description).toBe('Other.');
    handle.remove();
    expect(await names()).toEqual([]);
    expect((await call(client, 'late')).content[0]?.text).toContain('not found');
    expect(told).toBe(4);
  });

  it('the result of a handler passes through unchanged: text, picture, resource, structured content, _meta (DEF-17)', async () => {
    const whole = {
      content: [
        { type: 'text' as const, text: 'Hello' },
        { type: 'image' as const, data: 'aGk=', mimeType: 'image/png' },
        { type: 'resource' as const, resource: { uri: 'file:///a', text: 'A', mimeType: 'text/plain' } },
      ],
      structuredContent: { n: 1 },
      _meta: { 'x/y': true },
      isError: true,
    };
    const client = await connect(createSdkMcpServer({ name: 's', tools: [tool('t', 'T.', {}, async () => whole)] }));
    expect(await client.callTool({ name: 't', arguments: {} })).toEqual(whole);
  });

  it('structured content is checked against the output schema, unless it is an error (MCPS-06, MCPS-08, ERR-02)', async () => {
    const server = createSdkMcpServer({ name: 's', tools: [] });
    const outputSchema = { n: z.number() };
    server.instance.registerTool('wrong', { outputSchema }, async () => ({ ...text(''), structuredContent: { n: 'x' } }));
    server.instance.registerTool('none', { outputSchema }, async () => text(''));
    server.instance.registerTool('failed', { outputSchema }, async () => ({ ...text('broken'), isError: true }));
    const client = await connect(server);
    expect((await call(client, 'wrong')).content[0]?.text).toContain('Invalid structured content for tool wrong');
    expect((await call(client, 'none')).content[0]?.text).toContain(
      'has an output schema but no structured content was provided',
    );
    expect((await call(client, 'failed')).content[0]?.text).toBe('broken');
  });

  it('repeats the handshake when it connects again (MCPS-13)', async () => {
    const server = createSdkMcpServer({ name: 's', tools: [tool('t', '', {}, async () => text('ok'))] });
    const first = await connect(server);
    const before = await first.listTools();
    await first.close();
    expect(await (await connect(server)).listTools()).toEqual(before);
  });
});
