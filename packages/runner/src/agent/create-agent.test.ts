import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { definePlugin, defineTool, ownPlugin } from '@loadout/core';
import type { ToolSource } from '@loadout/core/run';
import { afterEach, describe, expect, it } from 'vitest';
import { model, planFor, tempFolder } from '../run/scripted.test-kit.js';
import type { CreateAgentOptions } from './agent-options.js';
import { createAgent } from './create-agent.js';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A server that refuses every request and keeps the keys that came. */
async function keyCatcher() {
  const keys: string[] = [];
  const server = createServer((request, response) => {
    keys.push(String(request.headers['x-api-key'] ?? request.headers.authorization));
    response
      .writeHead(400, { 'content-type': 'application/json' })
      .end('{"type":"error","error":{"type":"invalid_request_error","message":"no"}}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => server.close());
  return { keys, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe('the options of createAgent (G14)', () => {
  it.each([
    [{ tool: ['Read'] }, 'OPTION_UNKNOWN', 'no option "tool" of createAgent. Did you mean "tools"?'],
    [{ systemPrompt: 'x' }, 'OPTION_UNKNOWN', 'no option "systemPrompt" of createAgent.'],
    [{ permissions: { denny: ['Bash'] } }, 'OPTION_UNKNOWN', 'no option "denny" of permissions. Did you mean "deny"?'],
    [{ limits: { maxTurns: 3 } }, 'OPTION_UNKNOWN', 'no option "maxTurns" of limits.'],
    [{ limits: { turns: Number.NaN } }, 'OPTION_NUMBER', 'The option limits.turns is NaN; expected a number of at least 0.'],
    [{ limits: { usd: '3' } }, 'OPTION_NUMBER', 'The option limits.usd is "3"; expected a number of at least 0.'],
    [{ limits: { time: -1 } }, 'OPTION_NUMBER', 'The option limits.time is -1; expected a number of at least 0.'],
    [{ concurrency: 0 }, 'OPTION_NUMBER', 'The option concurrency is 0; expected a number of at least 1.'],
    [
      { plugins: { fs: '@loadout/tool-fs' } },
      'OPTION_SHAPE',
      'The option plugins.fs is "@loadout/tool-fs"; expected a plugin, which its package exports as default.',
    ],
    [
      { plugins: { fs: { default: {} } } },
      'OPTION_SHAPE',
      'The option plugins.fs is a map with default; expected a plugin, which its package exports as default.',
    ],
    [{ plugins: ['x'] }, 'OPTION_SHAPE', 'The option plugins is a list; expected a map.'],
    [{ tools: 'Read' }, 'OPTION_SHAPE', 'The option tools is "Read"; expected a list.'],
    [{ customTools: {} }, 'OPTION_SHAPE', 'The option customTools is an empty map; expected a list.'],
    [{ instructions: { file: 'a.md' } }, 'OPTION_SHAPE', 'The option instructions is a map with file; expected text.'],
    [{ modelId: ['a/b'] }, 'OPTION_SHAPE', 'The option modelId is a list; expected text.'],
    [{ sessionStore: {} }, 'OPTION_SHAPE', 'The option sessionStore is an empty map; expected a function.'],
    [{ workspace: '/repo/is/not/here' }, 'DIRECTORY_MISSING', '/repo/is/not/here is not a folder'],
    [{ output: { schema: {}, retrys: 1 } }, 'OPTION_UNKNOWN', 'no option "retrys" of output. Did you mean "retries"?'],
    [{ model: { name: 'x' } }, 'MODEL_INVALID', 'The option model is {"name":"x"}, which is neither a name nor a provider.'],
    [{ model: 5 }, 'MODEL_INVALID', 'The option model is 5'],
    [{ model: 'a/b', modelId: 'a/c' }, 'MODEL_TWICE', 'named twice: "a/b" as model and "a/c" as modelId'],
    [{ model: 'gpt' }, 'MODEL_UNKNOWN', 'There is no model "gpt"'],
  ])('%j is %s', async (options, code, message) => {
    const made = createAgent(options as CreateAgentOptions);
    await expect(made).rejects.toMatchObject({ code, message: expect.stringContaining(message) });
  });

  it.each([
    ['Hi', { resme: 'latest' }, 'There is no option "resme" of run. Did you mean "resume"?'],
    [5, {}, 'The prompt is 5; expected a text, or a list of content blocks, each with a type.'],
    [{ text: 'Hi' }, {}, 'The prompt is a map with text; expected a text'],
    [[{ text: 'Hi' }], {}, 'The prompt is a list whose item 0 is a map with text; expected a text'],
    [Symbol('x'), {}, 'The prompt is Symbol(x); expected a text'],
    [null, {}, 'The prompt is empty'],
  ])('a run is refused for the prompt %j and the options %j', async (prompt, options, message) => {
    const workspace = tempFolder();
    const agent = await createAgent({ model: model([{ text: 'x' }]), workspace, sessionsDir: workspace, env: {} });
    const failure = async () => (await agent.run(prompt as string, options as object).result).error?.message;
    expect(await failure().catch(({ message }: Error) => message)).toContain(message);
    await agent.close();
  });

  it('a conversation is refused for options and prompts that nothing would read', async () => {
    const workspace = tempFolder();
    const agent = await createAgent({ model: model([{ text: 'x' }]), workspace, sessionsDir: workspace, env: {} });
    await expect(agent.open({ onEvents: () => {} } as never)).rejects.toMatchObject({ code: 'OPTION_UNKNOWN' });
    const conversation = await agent.open();
    await expect(async () => conversation.ask(5 as never)).rejects.toMatchObject({ code: 'PROMPT_SHAPE' });
    await conversation.close();
    await agent.close();
  });

  it('a closed agent runs nothing', async () => {
    const agent = await createAgent();
    await agent.close();
    await expect(async () => agent.run('Hi')).rejects.toMatchObject({ code: 'AGENT_CLOSED' });
    await expect(agent.open()).rejects.toMatchObject({ code: 'AGENT_CLOSED' });
  });

  it('a name of a model of Claude, a provider/id and an alias of the plan are models', async () => {
    const workspace = tempFolder();
    const plan = { ...planFor(workspace), models: { fast: { provider: 'script', id: 'unscripted' } } };
    const providers = { script: { use: '@loadout/model-script', options: {} } };
    const idOf = async (options: CreateAgentOptions) => {
      const agent = await createAgent({ workspace, ...options });
      await agent.close();
      return agent.model;
    };
    expect(await idOf({ model: 'script/unscripted' })).toMatchObject({ provider: 'script', id: 'unscripted' });
    expect(await idOf({ model: 'fast', plan: { ...plan, providers } })).toMatchObject({ provider: 'script', id: 'unscripted' });
    expect(await idOf({ model: 'claude-sonnet-4-6', apiKey: 'sk-ant-1' })).toMatchObject({
      provider: 'anthropic',
      id: 'claude-sonnet-4-6',
    });
  });

  it.each([
    ['apiKey', (url: string) => ({ apiKey: 'sk-ant-given', env: { ANTHROPIC_BASE_URL: url } })],
    ['env', (url: string) => ({ env: { ANTHROPIC_API_KEY: 'sk-ant-given', ANTHROPIC_BASE_URL: url } })],
  ])('a key in %s is the key that is sent', async (_, options) => {
    const { keys, url } = await keyCatcher();
    const agent = await createAgent({ model: 'claude-sonnet-4-6', workspace: tempFolder(), ...options(url) });
    expect((await agent.run('Hello').result).outcome).toBe('error_model');
    await agent.close();
    expect(keys[0]).toContain('sk-ant-given');
  });

  it('no key in env is no key, also where this process has one', async () => {
    const made = createAgent({ model: 'claude-sonnet-4-6', workspace: tempFolder(), env: {} });
    await expect(made).rejects.toMatchObject({
      code: 'MODEL_NONE',
      message: expect.stringContaining('ANTHROPIC_API_KEY is not set'),
    });
  });

  const look = defineTool({ name: 'Look', description: 'Looks.', inputSchema: { type: 'object' }, call: () => 'seen' });
  const inCode = (options: CreateAgentOptions) =>
    createAgent({ model: model(() => ({})), workspace: tempFolder(), env: {}, ...options });

  it.each([
    [
      ['Read'],
      undefined,
      '"Read"',
      "npm install @loadout/tool-fs. Then give createAgent the plugin: import fs from '@loadout/tool-fs'",
    ],
    [['Look', 'Bash'], [look], '"Bash"', 'npm install @loadout/tool-shell.'],
    [['Lok'], [look], '"Lok"', 'Look.'],
    [['Bash(git *)'], [look], '"Bash"', 'npm install @loadout/tool-shell.'],
    [['look-up'], [look], '"look-up"', 'Look.'],
    [[''], [look], '""', 'Look.'],
    [['Lok'], undefined, '"Lok"', 'Offered here: none, since no plugin is given.'],
  ])('a tool that no plugin has is no agent without it: %j', async (tools, customTools, named, fix) => {
    const message = `The option tools names ${named}, which no plugin of this agent offers.`;
    const refusal = { code: 'OPTION_TOOL', message, fix: expect.stringContaining(fix) };
    await expect(inCode({ tools, customTools })).rejects.toMatchObject(refusal);
  });

  it.each([
    { tools: ['Look', '*', 'mcp__crm__find', 'mcp__*', 'Wri*'], customTools: [look] },
    { tools: [] },
    { tools: ['look'], customTools: [look] },
    { tools: ['Look'], customTools: [look], disallowedTools: ['Read', 'Look'] },
    { plan: planFor('/repo'), tools: ['Read'] },
  ])('a pattern, a tool of a server, and a name of a checked plan are none that lack: %#', async (options) => {
    await (await inCode(options)).close();
  });

  const source: ToolSource = {
    open: () => ({ ready: async () => {}, tools: () => [], onChange: () => {}, close: async () => {} }),
    mayHave: (name) => name === 'ListMcpResources' || name.startsWith('mcp__'),
  };
  const servers = { mcp: ownPlugin({ name: 'mcp', setup: () => ({ toolSource: source }) }) };

  it.each([['Lok'], ['Bash'], ['crm__find'], ['Look', 'Lok']])(
    'a tool that no plugin has is none that a source could have: %s',
    async (...tools) => {
      const refused = inCode({ tools, customTools: [look], plugins: servers });
      await expect(refused).rejects.toMatchObject({ code: 'OPTION_TOOL', message: expect.stringContaining(`"${tools.at(-1)}"`) });
    },
  );

  it('a name that a source could have is none that lacks', async () => {
    const ofServers = ['Look', 'mcp__crm__find', 'mcp__*', 'ListMcpResources', '*'];
    await (await inCode({ tools: ofServers, customTools: [look], plugins: servers })).close();
    const own = { own: definePlugin({ name: 'own', setup: () => ({ toolSource: { open: source.open } }) }) };
    await (await inCode({ tools: ['Lok', 'own__find'], customTools: [look], plugins: own })).close();
  });

  it('a custom tool joins the pool under its own name with no other step (DEF-27)', async () => {
    const weather = defineTool({
      name: 'Weather',
      description: 'The weather.',
      inputSchema: { city: String },
      call: ({ city }) => `Sunny in ${city}`,
    });
    const scripted = model([{ calls: [{ name: 'Weather', input: { city: 'Rome' } }] }, { text: 'done' }]);
    const agent = await createAgent({
      model: scripted,
      customTools: [weather],
      workspace: tempFolder(),
      permissions: { allow: ['Weather'] },
      env: {},
    });
    await agent.run('How is it?').result;
    await agent.close();
    expect(JSON.stringify(scripted.requests[1]?.messages)).toContain('Sunny in Rome');
  });
});

describe('prices and windows of Claude’s models (G13)', () => {
  const priced = (options: CreateAgentOptions) =>
    createAgent({ workspace: tempFolder(), env: {}, limits: { usd: 1 }, ...options }).then(async (agent) => {
      await agent.close();
      return agent.spec.model.plan;
    });

  it.each(['claude-sonnet-5-5', 'claude-opus-4-5-20251101', 'us.anthropic.claude-haiku-4-5-20251001-v1:0'])(
    'are known for %s, so that a limit in dollars can be kept',
    async (modelId) => {
      const plan = await priced({ model: model([]), modelId });
      expect(plan).toMatchObject({ id: modelId, price: { input: expect.any(Number) }, contextWindow: expect.any(Number) });
    },
  );

  it('are those of the plan where it gives some', async () => {
    const workspace = tempFolder();
    const own = { provider: 'test', id: 'claude-sonnet-5-5', price: { input: 9, output: 9 } };
    const plan = { ...planFor(workspace), models: { own } };
    expect(await priced({ plan, model: model([]), modelId: 'own' })).toMatchObject({
      price: { input: 9, output: 9 },
      contextWindow: 1_000_000,
    });
  });

  it('are not invented for others, and the error names the model', async () => {
    await expect(priced({ model: model([]), modelId: 'llama-4' })).rejects.toMatchObject({
      code: 'LIMIT_UNPRICED',
      message: expect.stringContaining('"llama-4"'),
    });
  });

  it('give a run its cost', async () => {
    const usage = { input_tokens: 500_000, output_tokens: 100_000 };
    const scripted = model([{ text: 'Hello', usage }]);
    const agent = await createAgent({ model: scripted, modelId: 'claude-haiku-4-5', workspace: tempFolder(), env: {} });
    const { costUsd } = await agent.run('Hi').result;
    await agent.close();
    expect(costUsd).toBe(1);
  });
});
