import { loadConfig } from '@loadout/config';
import { defineTool } from '@loadout/core';
import type { Message } from '@loadout/core/model';
import { type AgentEvent, createAgent } from '@loadout/runner';
import { type MockApiOptions, type RecordedRequest, startMockApi } from '@loadout/testing';
import { describe, expect, it } from 'vitest';
import { project } from './lib/loadout.js';

const CONFIG = `
providers:
  anthropic: { use: "@loadout/model-anthropic", options: { baseUrl: "\${env:API_URL}", apiKey: test-key, maxRetries: 0 } }
models:
  one: { provider: anthropic, id: model-one }
  two: { provider: anthropic, id: model-two, thinking: { type: enabled, budget_tokens: 2000 } }
  blind: { provider: anthropic, id: model-blind, capabilities: { images: false } }
agents:
  worker: { model: one, instructions: Work. }
`;

/** The models whose thinking a request holds, as the signatures of the mock name them. */
const signersOf = (request: RecordedRequest | undefined): readonly string[] =>
  (request?.body.messages ?? []).flatMap((message) =>
    (message.content as readonly { type: string; signature?: string }[]).flatMap((block) =>
      block.type === 'thinking' ? [String(block.signature)] : [],
    ),
  );

async function withAgent(
  replies: MockApiOptions['replies'],
  use: (parts: {
    agent: Awaited<ReturnType<typeof createAgent>>;
    api: Awaited<ReturnType<typeof startMockApi>>;
  }) => Promise<void>,
  options: { fallbackModels?: readonly string[]; onLook?: () => void } = {},
) {
  const api = await startMockApi({ replies });
  const cwd = project({ 'agent.config.yaml': CONFIG });
  const env = { HOME: cwd, API_URL: api.url, LOADOUT_STATE_DIR: `${cwd}/.state` };
  const { plan } = await loadConfig({ cwd, env });
  const look = defineTool({
    name: 'Look',
    description: 'Looks.',
    call: () => {
      options.onLook?.();
      return 'seen';
    },
  });
  const { fallbackModels } = options;
  const agent = await createAgent({
    plan,
    customTools: [look],
    tools: ['Look'],
    permissions: { allow: ['Look'] },
    env,
    fallbackModels,
  });
  try {
    await use({ agent, api });
  } finally {
    await agent.close();
    await api.close();
  }
}

const thinkingReply = (request: RecordedRequest, more: object) => ({
  thinking: { thinking: `I am ${request.body.model}.`, signature: String(request.body.model) },
  ...more,
});
const notices = (events: readonly AgentEvent[]) => events.flatMap((event) => (event.type === 'notice' ? [event.message] : []));

describe('a change of model in a run (MODEL-03, LOOP-18)', () => {
  it('at every turn leaves each request valid, and each model only its own thinking', async () => {
    let change = () => {};
    const answer: MockApiOptions['replies'] = (request, index) =>
      thinkingReply(request, index < 8 ? { tools: [{ name: 'Look' }] } : { text: 'Done.' });
    await withAgent(
      answer,
      async ({ agent, api }) => {
        const events: AgentEvent[] = [];
        const conversation = await agent.open({ onEvent: (event) => void events.push(event) });
        let isOne = true;
        change = () => {
          isOne = !isOne;
          conversation.setModel(isOne ? 'one' : 'two');
        };
        const result = await conversation.ask('Go.');
        await conversation.close();
        expect([result.outcome, api.invalid]).toEqual(['success', []]);
        const models = api.requests.map((request) => request.body.model);
        expect(models).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9].map((turn) => (turn % 2 === 1 ? 'model-one' : 'model-two')));
        for (const request of api.requests)
          expect(signersOf(request).filter((signer) => signer !== request.body.model)).toEqual([]);
        expect(signersOf(api.requests.at(-1))).toHaveLength(4);
        expect(JSON.stringify(api.requests.at(-1)?.body.messages)).toContain('I am model-two.');
        expect(notices(events).some((notice) => /model-two cannot read all .*thinking became plain text/.test(notice))).toBe(
          true,
        );
        // A budget needs thinking of its own at the start of the work, which the first model has not left.
        expect(api.requests.filter((request) => request.body.thinking !== undefined)).toEqual([]);
        expect(notices(events).filter((notice) => notice.includes('does not think until the next prompt'))).toHaveLength(1);
      },
      { onLook: () => change() },
    );
  });

  it('thinks again with a budget from the next prompt on', async () => {
    await withAgent([{ text: 'One.' }, { text: 'Two.' }], async ({ agent, api }) => {
      const conversation = await agent.open({ onEvent: () => {} });
      await conversation.ask('First');
      conversation.setModel('two');
      await conversation.ask('Second');
      await conversation.close();
      expect(api.requests[1]?.body.thinking).toMatchObject({ type: 'enabled' });
    });
  });

  it('by a fallback in the middle of a prompt, and back at the next prompt, keeps the thinking of the first model', async () => {
    const answer: MockApiOptions['replies'] = (request, index) => {
      if (index === 1) return { fault: { status: 404 } };
      return thinkingReply(request, index === 0 ? { tools: [{ name: 'Look' }] } : { text: 'Done.' });
    };
    await withAgent(
      answer,
      async ({ agent, api }) => {
        const conversation = await agent.open({ onEvent: () => {} });
        await conversation.ask('First');
        await conversation.ask('Second');
        await conversation.close();
        expect(api.invalid).toEqual([]);
        expect(api.requests.map((request) => [request.body.model, signersOf(request)])).toEqual([
          ['model-one', []],
          ['model-one', ['model-one']],
          ['model-blind', []],
          ['model-one', ['model-one']],
        ]);
      },
      { fallbackModels: ['blind'] },
    );
  });

  it('survives a session that is resumed: the maker of each message is on record', async () => {
    await withAgent(
      (request) => thinkingReply(request, { text: 'ok' }),
      async ({ agent, api }) => {
        const first = agent.run('First');
        const { sessionId } = await first.result;
        await agent.run('Second', { resume: sessionId }).result;
        const conversation = await agent.open({ resume: sessionId, onEvent: () => {} });
        conversation.setModel('blind');
        await conversation.ask('Third');
        await conversation.close();
        expect(api.requests.map(signersOf)).toEqual([[], ['model-one'], []]);
        expect(api.invalid).toEqual([]);
      },
    );
  });

  it('tells of pictures that the new model cannot see, once', async () => {
    await withAgent(
      () => ({ text: 'ok' }),
      async ({ agent, api }) => {
        const events: AgentEvent[] = [];
        const conversation = await agent.open({ onEvent: (event) => void events.push(event) });
        conversation.setModel('blind');
        const content: Message['content'] = [{ type: 'text', text: 'See:' }, PICTURE];
        await conversation.ask(content);
        await conversation.ask(content);
        await conversation.close();
        expect(JSON.stringify(api.requests[1]?.body)).not.toContain('"image"');
        expect(notices(events).filter((notice) => notice.includes('pictures were left out'))).toHaveLength(1);
      },
    );
  });

  it('sends the conversation again without thinking that its own model no longer takes, and goes on', async () => {
    const refusal = {
      type: 'error',
      error: { type: 'invalid_request_error', message: 'messages.1.content.0: Invalid `signature` in `thinking` block' },
    };
    await withAgent(
      (request, index) => (index === 1 ? { fault: { status: 400, body: refusal } } : thinkingReply(request, { text: 'ok' })),
      async ({ agent, api }) => {
        const events: AgentEvent[] = [];
        const conversation = await agent.open({ onEvent: (event) => void events.push(event) });
        for (const prompt of ['First', 'Second', 'Third'])
          expect(await conversation.ask(prompt)).toMatchObject({ outcome: 'success' });
        await conversation.close();
        expect(api.requests.map(signersOf)).toEqual([[], ['model-one'], [], ['model-one']]);
        expect(notices(events)).toEqual([
          expect.stringContaining('sent without its signed thinking'),
          expect.stringContaining('thinking became plain text (1 message)'),
        ]);
      },
    );
  });
});

const PICTURE = {
  type: 'image',
  source: {
    type: 'base64',
    media_type: 'image/png',
    data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  },
};
