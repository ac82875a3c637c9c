import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toApiTool } from '@loadout/core/model';
import { assembleToolPool, filterTools, RestrictionStack } from '@loadout/core/run';
import { createAgent } from '@loadout/runner';
import type { HookCallback, Options, SDKMessage } from '@loadout/sdk';
import { startMockApi } from '@loadout/testing';
import shell from '@loadout/tool-shell';
import { describe, expect, it } from 'vitest';
import { model, reader, tempFolder } from '../../packages/runner/src/run/scripted.test-kit.js';
import { ask, collect, place } from '../../packages/sdk/src/query/query.test-kit.js';
import { configTool, divideTool, greetTool, listTool } from './samples/defined-tools.js';
import { options as externalServers } from './samples/external-servers.js';
import { client } from './samples/greet-client.js';
import { auditing, blocking, chain, guiding, rateLimiting, withTimeout } from './samples/hooks.js';
import { search } from './samples/search-tool.js';
import { options as storeOptions } from './samples/store-tools.js';
import { listFiles } from './samples/tool-interface.js';
import { myTool } from './samples/unchanged/calculate.js';
import { server as storeApi } from './samples/unchanged/store-api.js';
import { weatherAgent, weatherTool } from './samples/weather.js';

type Call = { readonly name: string; readonly input: object; readonly id?: string };

/** Runs one prompt in whose first answer the model calls tools. Returns the messages and the texts of the results. */
async function asked(calls: readonly Call[], options: Options) {
  const tools = calls.map((call, index) => ({ id: `toolu_${index}`, ...call }));
  const at = await place([{ tools }, { text: 'Done.' }]);
  const messages = await collect(ask(at, 'Go.', options));
  return { at, messages, results: resultsOf(messages) };
}

const resultsOf = (messages: readonly SDKMessage[]) =>
  messages
    .flatMap((message) => (message.type === 'user' && Array.isArray(message.message.content) ? message.message.content : []))
    .flatMap((block) => (block.type === 'tool_result' ? [JSON.stringify(block.content)] : []));

const bash = (command: string, more: object = {}) => ({ name: 'Bash', input: { command, description: 'x', ...more } });
const free: Options = { permissionMode: 'bypassPermissions', allowDangerouslySkipPermissions: true, env: { IS_SANDBOX: '1' } };

/** The environment of a query replaces that of its place, so that both are given. */
const freeIn = async (calls: readonly Call[], hooks: Options['hooks']) => {
  const tools = calls.map((call, index) => ({ id: `toolu_${index}`, ...call }));
  const at = await place([{ tools }, { text: 'Done.' }]);
  const messages = await collect(ask(at, 'Go.', { ...free, env: { ...at.options.env, IS_SANDBOX: '1' }, hooks }));
  return { at, messages, results: resultsOf(messages) };
};

describe('custom tools of the samples', () => {
  it('calculate: tool() with the fields of a zod object', async () => {
    const result = await myTool.handler({ a: 2, b: 3 }, {} as never);
    expect(result).toEqual({ content: [{ type: 'text', text: 'Result: 5' }] });
  });

  it('store-api: createSdkMcpServer in TypeScript, called under the key of the server', async () => {
    const { at, results } = await asked([{ name: 'mcp__store__get_user', input: { userId: 7 } }], {
      mcpServers: { store: storeApi },
      allowedTools: ['mcp__store__get_user'],
    });
    expect(results).toEqual([expect.stringMatching(/7.*Ada/)]);
    expect(JSON.stringify(at.api.requests[0]?.body)).toContain('The user ID');
  });

  it('store-tools: maps of types, and allowedTools with the key of the server', async () => {
    const { results } = await asked(
      [
        { name: 'mcp__store__get_user', input: { user_id: 7 } },
        { name: 'mcp__store__list_orders', input: { user_id: 7, status: 'pending', limit: 2 } },
      ],
      storeOptions,
    );
    expect(results).toEqual([expect.stringContaining('Ada'), expect.stringContaining('pending')]);
  });

  it('search-tool: a JSON Schema with nested objects, enums, bounds and a default', async () => {
    const { createSdkMcpServer } = await import('@loadout/sdk');
    const mcpServers = { find: createSdkMcpServer({ name: 'find', tools: [search] }) };
    const allowedTools = ['mcp__find__search'];
    const { at, results } = await asked(
      [
        { name: 'mcp__find__search', input: { query: 'x', filters: { category: 'docs' } } },
        { name: 'mcp__find__search', input: { query: 'x', limit: 101 } },
      ],
      { mcpServers, allowedTools },
    );
    expect(results).toEqual([expect.stringMatching(/limit.*10/), expect.stringContaining('limit')]);
    expect(JSON.stringify(at.api.requests[0]?.body)).toContain('"enum":["blog","docs","api"]');
  });

  it('greet-client: a client whose host is asked before the tool runs', async () => {
    const at = await place([
      { tools: [{ name: 'mcp__demo_tools__greet', id: 'toolu_1', input: { name: 'Alice' } }] },
      { text: 'I have greeted Alice.' },
    ]);
    const questions: unknown[] = [];
    const { model: _, ...where } = at.options;
    const talk = client(async (name, input) => {
      questions.push([name, input]);
      return { behavior: 'allow', updatedInput: input };
    }, where);
    await talk.connect('Greet Alice.');
    const messages: SDKMessage[] = [];
    for await (const message of talk.receiveResponse()) messages.push(message);
    await talk.disconnect();
    expect(questions).toEqual([['mcp__demo_tools__greet', { name: 'Alice' }]]);
    expect(resultsOf(messages)).toEqual([expect.stringContaining('Hello, Alice! Welcome.')]);
    expect(messages.at(-1)).toMatchObject({ type: 'result', subtype: 'success', result: 'I have greeted Alice.' });
  });

  it('external-servers: entries of servers in their own processes', () => {
    expect(externalServers('postgres://x').mcpServers.postgres.args.at(-1)).toBe('postgres://x');
  });
});

describe('tools with defineTool', () => {
  const run = async (calls: readonly Call[]) => {
    const scripted = model([{ calls }, { text: 'done' }]);
    const customTools = [greetTool, divideTool, listTool, configTool];
    const permissions = { allow: customTools.map((tool) => tool.name) };
    const agent = await createAgent({ model: scripted, customTools, permissions, workspace: tempFolder(), env: {} });
    await agent.run('Go.').result;
    await agent.close();
    const [message] = scripted.requests[1]?.messages.slice(-1) ?? [];
    return message?.content.flatMap((block) => (block.type === 'tool_result' ? [[block.content, block.is_error === true]] : []));
  };

  it('defined-tools: text, an error, no input, and input of any type', async () => {
    expect(
      await run([
        { name: 'Greet', input: { name: 'Ada' } },
        { name: 'Divide', input: { a: 6, b: 3 } },
        { name: 'Divide', input: { a: 6, b: 0 } },
        { name: 'ListItems', input: {} },
        { name: 'Config', input: { key: 'k', value: [1, null] } },
      ]),
    ).toEqual([
      ['Hello, Ada!', false],
      ['2', false],
      ['Error: Division by zero.', true],
      ['No items found.', false],
      ['k = [1,null]', false],
    ]);
  });

  it('weather: an agent with a key, the name of a model and a tool, over HTTP', async () => {
    const api = await startMockApi({
      replies: [{ tools: [{ name: 'Weather', id: 'toolu_1', input: { city: 'Beijing' } }] }, { text: 'Mild.' }],
    });
    const agent = await weatherAgent({
      workspace: tempFolder(),
      env: { ANTHROPIC_BASE_URL: api.url },
      permissions: { allow: ['Weather'] },
    });
    const result = await agent.run('How is it in Beijing?').result;
    await agent.close();
    await api.close();
    expect(result).toMatchObject({ outcome: 'success', text: 'Mild.' });
    expect(api.requests[0]?.body).toMatchObject({ model: 'claude-sonnet-4-6' });
    expect(JSON.stringify(api.requests[1]?.body)).toContain('21 degrees celsius in Beijing');
  });

  it('tool-interface: every member of the interface, and the messages that carry the call and its result', async () => {
    const api = await startMockApi({
      replies: [{ tools: [{ name: 'bash', id: 'toolu_xxx', input: { command: 'ls -la' } }] }, { text: 'Listed.' }],
    });
    const agent = await createAgent({
      model: 'claude-opus-4-5-20251101',
      apiKey: 'sk-...',
      instructions: 'You are Claude Code...',
      customTools: [listFiles],
      permissions: { allow: ['bash'] },
      workspace: tempFolder(),
      env: { ANTHROPIC_BASE_URL: api.url },
    });
    await agent.run('List files in current directory').result;
    await agent.close();
    await api.close();
    const [first, second] = api.requests.map(({ body }) => body);
    expect(first).toMatchObject({
      model: 'claude-opus-4-5-20251101',
      system: expect.arrayContaining([expect.objectContaining({ type: 'text', text: 'You are Claude Code...' })]),
      tools: expect.arrayContaining([expect.objectContaining({ name: 'bash', description: 'Execute bash commands...' })]),
    });
    expect(JSON.stringify(second)).toContain('"tool_use_id":"toolu_xxx","content":"ran ls -la"');
  });
});

describe('the pool of the samples', () => {
  const names = (tools: readonly { readonly name: string }[]) => tools.map((tool) => tool.name);

  it('assembleToolPool merges, the latter tool of a name wins, and the lists apply', () => {
    const mine = reader('Greet', () => 'mine');
    const pool = assembleToolPool({
      baseTools: [greetTool, divideTool],
      customTools: [mine],
      mcpTools: null,
      allowed: ['Greet', 'Divide'],
      disallowed: ['Divide'],
    });
    expect(pool.tools.map(({ tool }) => tool)).toEqual([mine]);
  });

  it('filterTools applies the allow list, then the deny list', () => {
    const tools = [greetTool, divideTool, listTool];
    expect(names(filterTools(tools, ['Greet', 'Divide'], ['Divide']).tools)).toEqual(['Greet']);
    expect(names(filterTools(tools, null, null).tools)).toEqual(['Greet', 'Divide', 'ListItems']);
  });

  it('the restriction stack decides by its top and restores what was there', () => {
    const pool = assembleToolPool({ baseTools: ['Bash', 'Read', 'Grep', 'Glob', 'Write'].map((name) => reader(name, () => '')) });
    const stack = new RestrictionStack('innermost');
    stack.push(['bash', 'read']); // Skill A: only Bash and Read
    stack.push(['grep', 'glob']); // Skill B (nested): only Grep and Glob
    expect(names(stack.visible(pool).tools)).toEqual(['Glob', 'Grep']);
    stack.pop(); // Skill B done → back to Bash and Read
    expect(names(stack.visible(pool).tools)).toEqual(['Bash', 'Read']);
    stack.pop(); // Skill A done → restore all tools
    expect(names(stack.visible(pool).tools)).toEqual(['Bash', 'Glob', 'Grep', 'Read', 'Write']);
  });

  it('toApiTool has the name, the description, the schema, and annotations where a tool gives some', () => {
    expect(toApiTool(weatherTool, { annotations: true })).toMatchObject({
      name: 'Weather',
      input_schema: { required: ['city'] },
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: false, openWorldHint: true },
    });
    expect(toApiTool(greetTool, { annotations: true })).not.toHaveProperty('annotations');
  });
});

describe('the hooks of the samples (HOOK-24)', () => {
  it('block dangerous operations', async () => {
    const { at, results } = await freeIn([bash('rm -rf src'), bash('echo fine')], blocking);
    expect(results).toEqual([expect.stringContaining('Blocked dangerous command: rm -rf src'), expect.stringContaining('fine')]);
    expect(at.api.requests).toHaveLength(2);
  });

  it('audit each call, with the agent', async () => {
    const entries: object[] = [];
    await freeIn(
      [bash('echo hi')],
      auditing(async (entry) => void entries.push(entry)),
    );
    expect(entries).toMatchObject([{ tool: 'Bash', input: { command: 'echo hi' }, agent: 'main' }]);
  });

  it('change the input of a tool', async () => {
    const seen: unknown[] = [];
    const { results } = await freeIn([bash('echo hi')], {
      ...withTimeout,
      ...auditing(async (entry) => void seen.push((entry as { input: object }).input)),
    });
    expect(results).toEqual([expect.stringContaining('hi')]);
    expect(seen).toMatchObject([{ command: 'echo hi', timeout: 30000 }]);
  });

  it('give guidance after a change', async () => {
    const { messages } = await freeIn([{ name: 'Write', input: { file_path: 'new.txt', content: 'x' } }], guiding);
    expect(JSON.stringify(messages)).toContain('always run tests after modifying code');
  });

  it('limit the rate of calls', async () => {
    const calls = Array.from({ length: 11 }, (_, index) => bash(`echo ${index}`));
    const { results } = await freeIn(calls, rateLimiting());
    expect(results.slice(0, 10).every((text) => !text.includes('Rate limit'))).toBe(true);
    expect(results[10]).toContain('Rate limit: Bash called 10 times in last 60s');
  });

  it('form a chain of query(), which runs at once and in which a deny decides (G11)', async () => {
    const heard: string[] = [];
    const says =
      (name: string, deny = false): HookCallback =>
      async () => {
        heard.push(name);
        return deny
          ? {
              hookSpecificOutput: {
                hookEventName: 'PreToolUse',
                permissionDecision: 'deny',
                permissionDecisionReason: `No, says ${name}.`,
              },
            }
          : {};
      };
    const links = chain([says('rate'), says('auth'), says('sanitize'), says('filter', true), says('audit')]);
    const { results } = await freeIn([bash('echo hi')], links);
    expect(results).toEqual([expect.stringContaining('No, says filter.')]);
    expect(heard).toEqual(expect.arrayContaining(['rate', 'auth', 'sanitize', 'filter']));
    heard.length = 0;
    await freeIn([{ name: 'Glob', input: { pattern: '*' } }], links);
    expect(heard).not.toContain('filter');
  });

  it('form a chain in code, in order, in which the first deny ends it (G11)', async () => {
    const heard: string[] = [];
    const link = (name: string, deny = false) => ({
      name,
      run: () => {
        heard.push(name);
        const permissionDecision = 'deny' as const;
        return deny ? { hookSpecificOutput: { permissionDecision, permissionDecisionReason: 'No.' } } : {};
      },
    });
    const scripted = model([{ calls: [bash('echo hi')] }, { text: 'done' }]);
    const agent = await createAgent({
      model: scripted,
      plugins: { shell },
      hooks: { PreToolUse: [link('rate'), link('auth', true), link('audit')] },
      workspace: tempFolder(),
      env: {},
    });
    await agent.run('Go.').result;
    await agent.close();
    expect(heard).toEqual(['rate', 'auth']);
  });
});

describe('docs/guide/samples.md', () => {
  it('has a row for each file of samples, and each row has its file', () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/guide/samples.md'), 'utf8');
    const listed = [...page.matchAll(/`samples\/([\w/-]+\.ts)`/g)].map(([, file]) => file);
    const files = readdirSync(join(import.meta.dirname, 'samples'), { recursive: true, encoding: 'utf8' });
    expect([...new Set(listed)].sort()).toEqual(files.filter((file) => file.endsWith('.ts') && file !== 'store.ts').sort());
  });
});
