import {
  BackgroundTasks,
  definePlugin,
  defineService,
  defineTool,
  LoadoutError,
  Sandbox,
  SmallModel,
  type ToolContext,
} from '@loadout/core';
import type { ModelProvider } from '@loadout/core/model';
import { createBackgroundTasks, type SandboxPlan } from '@loadout/core/run';
import { describe, expect, it } from 'vitest';
import { createAgent } from '../agent/create-agent.js';
import { SessionServices } from '../plugins/services.js';
import { aborted, model, planFor, runAgent, type Step, tempFolder } from './scripted.test-kit.js';

const tool = (name: string, call: (context: ToolContext) => string | Promise<string>) =>
  defineTool({ name, description: `${name}.`, call: (_, context) => call(context) });

describe('background tasks (BG-01)', () => {
  /** A tool that starts work which ends only when it is stopped. */
  function starter() {
    const stopped: string[] = [];
    const start = tool('Start', (context) => {
      const begin = (id: string) => ({
        id,
        type: 'shell',
        title: 'sleep',
        status: () => ({ state: stopped.includes(id) ? ('killed' as const) : ('running' as const) }),
        read: () => '',
        ended: Promise.resolve(),
        stop: async () => void stopped.push(id),
      });
      return context.get(BackgroundTasks).start('shell', begin).id;
    });
    return { start, stopped };
  }

  it.each([
    ['ends', [{ text: 'ok' }], 'success'],
    ['fails', [{ fail: 'MODEL_TEST' }], 'error_model'],
    ['is interrupted', [{ text: 'wait', hold: () => new Promise<void>(() => {}) }], 'interrupted'],
  ] satisfies [string, Step[], string][])('are stopped when the run %s', async (_, steps, outcome) => {
    const { start, stopped } = starter();
    const calls = { calls: [{ name: 'Start' }, { name: 'Start' }] };
    const scripted = model([calls, ...steps]);
    const { result } = await runAgent({
      model: scripted,
      customTools: [start],
      during: (run) => {
        if (outcome === 'interrupted') void waitFor(() => scripted.requests.length === 2).then(() => run.interrupt());
      },
    });
    expect(result.outcome).toBe(outcome);
    expect(stopped).toEqual(['shell_1', 'shell_2']);
  });

  it('are part of a session’s view once a task has started', async () => {
    const services = new SessionServices([{ service: BackgroundTasks, create: () => createBackgroundTasks() }], {
      scope: { sessionId: 's', cwd: '/', roots: ['/'], artifactDir: '/', env: {} },
    });
    expect(services.made).toEqual([]);
    services.get(BackgroundTasks);
    expect(services.made).toEqual(['BackgroundTasks']);
  });
});

async function waitFor(reached: () => boolean): Promise<void> {
  while (!reached()) await new Promise((resolve) => setImmediate(resolve));
}

describe('the sandbox of an agent (SBX-01)', () => {
  const sandbox: SandboxPlan = {
    use: 'bubblewrap',
    required: true,
    autoAllow: true,
    excludedCommands: [],
    filesystem: { allowWrite: [], denyWrite: [], denyRead: [] },
    network: { allowedDomains: [], deniedDomains: [], allowLocalBinding: false, allowUnixSockets: [] },
  };

  it('is offered to tools that start commands, if the agent has one', async () => {
    const seen: unknown[] = [];
    const look = tool('Look', (context) => String(seen.push(context.find(Sandbox))));
    const options = { model: model(() => ({ text: 'ok' })), customTools: [look] };
    await runAgent({ ...options, model: model([{ calls: [{ name: 'Look' }] }, { text: 'ok' }]), sandbox });
    await runAgent({ ...options, model: model([{ calls: [{ name: 'Look' }] }, { text: 'ok' }]) });
    expect(seen).toEqual([sandbox, undefined]);
  });
});

describe('the small model (COST-01)', () => {
  const usage = { input_tokens: 1_000_000, output_tokens: 1 };
  const prices = (folder: string, small: object = { price: { input: 1, output: 5 } }) =>
    planFor(folder, {
      models: {
        large: { provider: 'test', id: 'large', price: { input: 10, output: 50 } },
        tiny: { provider: 'test', id: 'tiny-1', ...small },
      },
      smallModel: 'tiny',
    });
  const asking = (seen: string[] = []) =>
    tool('Ask', async (context) => {
      const answer = await context.get(SmallModel).ask({ prompt: 'What?', system: 'Be short.', signal: context.signal });
      seen.push(answer);
      return answer;
    });
  const scripted = (steps: Record<string, Step[]>) =>
    model((request, index) => steps[request.model]?.shift() ?? { text: `?${index}` });

  it('is asked by its own id, without tools, and its cost is in the totals', async () => {
    const workspace = tempFolder();
    const provider = scripted({
      large: [
        { calls: [{ name: 'Ask' }], usage },
        { text: 'ok', usage },
      ],
      'tiny-1': [{ text: 'short', usage }],
    });
    const seen: string[] = [];
    const { result } = await runAgent({
      plan: prices(workspace),
      workspace,
      permissions: {},
      model: provider,
      modelId: 'large',
      customTools: [asking(seen)],
    });
    expect(provider.requests.map((request) => request.model)).toEqual(['large', 'tiny-1', 'large']);
    expect(provider.requests[1]).toMatchObject({
      system: [{ type: 'text', text: 'Be short.' }],
      tools: [],
      messages: [{ role: 'user', content: [{ type: 'text', text: 'What?' }] }],
    });
    expect([seen, result.usage.input_tokens]).toEqual([['short'], 3_000_000]);
    expect(result.costUsd).toBeCloseTo(21, 2);
  });

  it('is not asked once the money of the run is used up (LOOP-19)', async () => {
    const workspace = tempFolder();
    const provider = scripted({ large: [{ calls: [{ name: 'Ask' }], usage }] });
    const { result } = await runAgent({
      plan: prices(workspace),
      workspace,
      permissions: {},
      model: provider,
      modelId: 'large',
      customTools: [asking()],
      limits: { usd: 5 },
    });
    expect(result.outcome).toBe('error_limit');
    expect(provider.requests).toHaveLength(1);
  });

  it('cannot be limited in money without a known price, and makes the cost unknown (COST-02)', async () => {
    const workspace = tempFolder();
    const options = { plan: prices(workspace, {}), workspace, permissions: {}, modelId: 'large', customTools: [asking()] };
    await expect(runAgent({ ...options, model: scripted({}), limits: { usd: 5 } })).rejects.toMatchObject({
      code: 'LIMIT_UNPRICED',
    });
    const provider = scripted({ large: [{ calls: [{ name: 'Ask' }] }, { text: 'ok' }], 'tiny-1': [{ text: 'x' }] });
    expect((await runAgent({ ...options, model: provider })).result.costUsd).toBeNull();
  });

  it('stops when the call or the run does', async () => {
    const workspace = tempFolder();
    let heard: AbortSignal | undefined;
    const hanging: ModelProvider = {
      name: 'test',
      async *stream(request, { signal }) {
        yield { type: 'start', id: 'm', model: request.model };
        if (request.model === 'tiny-1') {
          heard = signal;
          await aborted(signal);
          throw new LoadoutError('MODEL_ABORTED', 'The request was aborted.');
        }
        yield { type: 'block', block: { type: 'tool_use', id: 'u', name: 'Ask', input: {} } };
        yield { type: 'end', stopReason: 'tool_use', usage: { input_tokens: 1, output_tokens: 1 } };
      },
    };
    const { result } = await runAgent({
      plan: prices(workspace),
      workspace,
      permissions: {},
      model: hanging,
      modelId: 'large',
      customTools: [asking()],
      during: (run) => void waitFor(() => heard !== undefined).then(() => run.interrupt()),
    });
    expect([result.outcome, heard?.aborted]).toEqual(['interrupted', true]);
  });

  it('is recorded on the same cassette as the model of the run', async () => {
    const workspace = tempFolder();
    const taped: string[] = [];
    const wrapModel = (provider: ModelProvider): ModelProvider => ({
      name: provider.name,
      stream(request, options) {
        taped.push(request.model);
        return provider.stream(request, options);
      },
    });
    const provider = scripted({ large: [{ calls: [{ name: 'Ask' }] }, { text: 'ok' }], 'tiny-1': [{ text: 'x' }] });
    await runAgent({
      plan: prices(workspace),
      workspace,
      permissions: {},
      model: provider,
      modelId: 'large',
      customTools: [asking()],
      wrapModel,
    });
    expect(taped).toEqual(['large', 'tiny-1', 'large']);
  });

  it('is not offered if none is configured', async () => {
    const { result } = await runAgent({ model: model([{ calls: [{ name: 'Ask' }] }, { text: 'ok' }]), customTools: [asking()] });
    expect(result.outcome).toBe('success');
  });
});

describe('a service that a tool needs', () => {
  const store = defineService<{ count: number }>('Store');
  const counter = defineTool({
    name: 'Count',
    description: 'Counts.',
    needs: [store],
    call: (_, context) => String(context.get(store).count),
  });

  it('is known before a run if nobody offers it, and gives an error result with its name in a run (PLUG-02)', async () => {
    const agent = await createAgent({ model: model([]), customTools: [counter], workspace: tempFolder(), env: {} });
    expect(agent.unserved).toEqual([{ tool: 'Count', service: 'Store' }]);
    await agent.close();
    const scripted = model([{ calls: [{ name: 'Count' }] }, { text: 'ok' }]);
    await runAgent({ model: scripted, customTools: [counter] });
    expect(JSON.stringify(scripted.requests[1]?.messages)).toContain('Store');
  });

  it('comes from the plugin that offers it (PLUG-02)', async () => {
    const offering = definePlugin({
      name: 'store',
      setup: () => ({ services: [{ service: store, create: () => ({ count: 3 }) }] }),
    });
    const scripted = model([{ calls: [{ name: 'Count' }] }, { text: 'ok' }]);
    await runAgent({ model: scripted, customTools: [counter], plugins: { store: offering } });
    expect(JSON.stringify(scripted.requests[1]?.messages)).toContain('"content":"3"');
  });
});
