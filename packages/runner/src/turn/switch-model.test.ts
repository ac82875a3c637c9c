import { type HookInputs, type HookSet, LoadoutError } from '@loadout/core';
import type { ModelProvider } from '@loadout/core/model';
import { describe, expect, it } from 'vitest';
import type { AgentOptions } from '../agent/agent-options.js';
import { createAgent } from '../agent/create-agent.js';
import type { AgentEvent } from '../report/events.js';
import { model, planFor, reader, runAgent, type Step, tempFolder } from '../run/scripted.test-kit.js';

type Switch = HookInputs['PreModelSwitch'];
const PRICE = { input: 1, output: 1 };

/** Records the events that hooks receive, in order. */
function listeners(pre: (input: Switch) => object = () => ({}), post: (input: Switch) => object = () => ({})) {
  const heard: [string, Switch][] = [];
  const hooks: HookSet = {
    PreModelSwitch: (input) => {
      heard.push(['Pre', input]);
      return pre(input);
    },
    PostModelSwitch: (input) => {
      heard.push(['Post', input]);
      return post(input);
    },
  };
  return { heard, hooks };
}

const deny = (reason: string) => ({ hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: reason } });
const notices = (events: readonly AgentEvent[]) => events.flatMap((event) => (event.type === 'notice' ? [event.message] : []));
const toldIn = (request: { messages: readonly unknown[] } | undefined) => JSON.stringify(request?.messages.at(-1));

async function open(steps: readonly Step[], options: AgentOptions) {
  const folder = tempFolder();
  const scripted = model(steps);
  const named = (id: string) => ({ provider: 'test', id, price: PRICE });
  const plan = planFor(folder, { models: { first: named('one'), second: named('two') } });
  const agent = await createAgent({ plan, model: scripted, modelId: 'first', env: { IS_SANDBOX: '1' }, ...options });
  const events: AgentEvent[] = [];
  const conversation = await agent.open({ onEvent: (event) => void events.push(event) });
  const close = async () => {
    await conversation.close();
    await agent.close();
  };
  return { scripted, conversation, events, close };
}

describe('another model, because the host wants it (MODEL-02)', () => {
  it('is reported before and after, with the cost of the switch, and hooks may add context for the new model', async () => {
    const context = () => ({ hookSpecificOutput: { additionalContext: 'You are the second one.' } });
    const { heard, hooks } = listeners(undefined, context);
    const { scripted, conversation, events, close } = await open([{ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }], {
      hooks,
    });
    await conversation.ask('First');
    conversation.setModel('second');
    await conversation.ask('Second');
    await conversation.ask('Third');
    await close();
    const told = {
      from_model: 'one',
      to_model: 'two',
      requested_model: 'second',
      source: 'sdk',
      context_tokens: 15,
      prompt_cache_warm: true,
      cache_ttl: '5m',
      estimated_cache_write_usd: (15 * 1.25) / 1_000_000,
    };
    expect(heard).toMatchObject([
      ['Pre', told],
      ['Post', told],
    ]);
    expect(scripted.requests.map((request) => request.model)).toEqual(['one', 'two', 'two']);
    expect(toldIn(scripted.requests[1])).toContain('You are the second one.');
    expect(notices(events)).toEqual(['The prompt cache of one is lost: two reads 15 tokens anew.']);
  });

  it('is refused if a hook denies it: the previous model stays, and the reason is reported', async () => {
    const { heard, hooks } = listeners(() => deny('Too dear.'));
    const { scripted, conversation, events, close } = await open([{ text: 'One.' }, { text: 'Two.' }], { hooks });
    await conversation.ask('First');
    conversation.setModel('second');
    await conversation.ask('Second');
    await close();
    expect(heard.map(([when]) => when)).toEqual(['Pre']);
    expect(scripted.requests.map((request) => request.model)).toEqual(['one', 'one']);
    expect(notices(events)).toEqual([expect.stringMatching(/denied the change from one to two\. .*Too dear\./)]);
  });

  it.each([
    ['asks', () => ({ hookSpecificOutput: { permissionDecision: 'ask', permissionDecisionReason: 'Sure?' } }), 'Sure?'],
    ['fails', () => Promise.reject(new Error('broken guard')), 'broken guard'],
    ['ends the run', () => ({ continue: false, stopReason: 'Not today.' }), 'Not today.'],
  ])('is refused if a hook %s: nobody can be asked, and a failing guard blocks', async (_, answer, reason) => {
    const hooks = { PreModelSwitch: answer } as HookSet;
    const { scripted, conversation, events, close } = await open([{ text: 'One.' }], { hooks });
    conversation.setModel('second');
    expect(await conversation.ask('First')).toMatchObject({ outcome: 'success' });
    await close();
    expect(scripted.requests.map((request) => request.model)).toEqual(['one']);
    expect(notices(events)).toEqual([expect.stringContaining(reason)]);
  });

  it('costs no cache before the first answer, and is no switch if the model is the same', async () => {
    const { heard, hooks } = listeners();
    const { conversation, events, close } = await open([{ text: 'One.' }, { text: 'Two.' }], { hooks });
    conversation.setModel('second');
    await conversation.ask('First');
    conversation.setModel('second');
    conversation.setThinking({ effort: 'high' });
    await conversation.ask('Second');
    await close();
    expect(heard.map(([when, { prompt_cache_warm, context_tokens }]) => [when, prompt_cache_warm, context_tokens])).toEqual([
      ['Pre', false, 0],
      ['Post', false, 0],
    ]);
    expect(notices(events)).toEqual([]);
  });

  it('is reported behind the results in the middle of work, before the new model reads them', async () => {
    const { hooks } = listeners(undefined, () => ({ hookSpecificOutput: { additionalContext: 'Mind the style.' } }));
    let change = () => {};
    const look = reader('Look', () => {
      change();
      return 'seen';
    });
    const steps = [{ calls: [{ name: 'Look' }] }, { text: 'Two.' }];
    const { scripted, conversation, close } = await open(steps, { hooks, customTools: [look] });
    change = () => conversation.setModel('second');
    await conversation.ask('First');
    await close();
    expect(scripted.requests.map((request) => request.model)).toEqual(['one', 'two']);
    expect(toldIn(scripted.requests[1])).toMatch(/tool_result.*Mind the style\./);
  });
});

describe('a fallback model (MODEL-02, LOOP-15)', () => {
  const gone = (names: readonly string[]) =>
    model(({ model: name }) => (names.includes(name) ? { fail: 'MODEL_NOT_FOUND' } : { text: 'Done.' }));

  it('is a switch like any other', async () => {
    const { heard, hooks } = listeners();
    const scripted = gone(['first']);
    await runAgent({ model: scripted, modelId: 'first', fallbackModels: ['second'], hooks });
    expect(heard).toMatchObject([
      ['Pre', { from_model: 'first', to_model: 'second', requested_model: 'second', source: 'auto' }],
      ['Post', { source: 'auto' }],
    ]);
  });

  it('is skipped if a hook denies it; without another model the failure remains', async () => {
    const { hooks } = listeners(({ to_model }) => (to_model === 'second' ? deny('Not that one.') : {}));
    const first = gone(['first']);
    const { result, events } = await runAgent({ model: first, modelId: 'first', fallbackModels: ['second', 'third'], hooks });
    expect(result.text).toBe('Done.');
    expect(first.requests.map((request) => request.model)).toEqual(['first', 'third']);
    expect(notices(events)).toEqual([expect.stringContaining('Not that one.')]);
    const second = gone(['first']);
    const failed = await runAgent({ model: second, modelId: 'first', fallbackModels: ['second'], hooks });
    expect(failed.result.error?.code).toBe('MODEL_NOT_FOUND');
  });

  it('is skipped with a notice if it cannot be used here, as one without a price under a limit on money', async () => {
    const scripted = model(() => ({ text: 'Done.' }));
    const first: ModelProvider = {
      name: 'test',
      stream: (request, context) => {
        if (request.model === 'claude-opus-4-5') throw new LoadoutError('MODEL_NOT_FOUND', 'It is gone.');
        return scripted.stream(request, context);
      },
    };
    const fallbackModels = ['priceless', 'claude-haiku-4-5'];
    const { result, events } = await runAgent({ model: first, modelId: 'claude-opus-4-5', fallbackModels, limits: { usd: 1 } });
    expect(result.text).toBe('Done.');
    expect(scripted.requests.map((request) => request.model)).toEqual(['claude-haiku-4-5']);
    expect(notices(events)).toEqual([expect.stringContaining('priceless')]);
  });
});
