import type { HookSet } from '@loadout/core';
import { textOf } from '@loadout/core/model';
import { describe, expect, it } from 'vitest';
import { createAgent } from '../agent/create-agent.js';
import type { AgentEvent } from '../report/events.js';
import { model, type Step, tempFolder } from '../run/scripted.test-kit.js';
import { compacts, isSummaryRequest } from './compact.test-kit.js';

async function open(summary: Step = { text: 'They spoke of milk.' }, hooks?: HookSet) {
  const provider = model((request) => (isSummaryRequest(request) ? summary : { text: 'Milk is white.' }));
  const agent = await createAgent({ model: provider, workspace: tempFolder(), sessionsDir: tempFolder(), hooks });
  const events: AgentEvent[] = [];
  const conversation = await agent.open({ onEvent: (event) => events.push(event) });
  const close = async () => {
    await conversation.close();
    await agent.close();
  };
  return { provider, conversation, events, close };
}

describe('compacting a conversation on request (COMPACT-07, COMPACT-08)', () => {
  it('replaces it by its summary, however short it is, and continues from there', async () => {
    const { provider, conversation, events, close } = await open();
    await conversation.ask('Tell me of milk.');
    expect(await conversation.compact('Keep the colours.')).toMatchObject({ outcome: 'success', text: '' });
    expect(compacts(events)).toEqual([expect.objectContaining({ trigger: 'manual', how: 'summarised' })]);
    expect(textOf(provider.requests[1]?.messages.at(-1) ?? { content: [] })).toContain('Keep the colours.');
    await conversation.ask('And now?');
    const [only, ...others] = provider.requests[2]?.messages ?? [];
    expect(others).toEqual([]);
    expect(textOf(only ?? { content: [] })).toMatch(/They spoke of milk\..*And now\?/s);
    expect(textOf(only ?? { content: [] })).not.toContain('Tell me of milk.');
    await close();
  });

  it('changes nothing in an empty conversation', async () => {
    const { provider, conversation, events, close } = await open();
    expect(await conversation.compact()).toMatchObject({ outcome: 'success', text: 'There was nothing to make shorter.' });
    expect([provider.requests.length, compacts(events).length]).toEqual([0, 0]);
    await close();
  });

  it('changes nothing if a PreCompact hook blocks it, and tells the hook who asked', async () => {
    const heard: unknown[] = [];
    const hook = {
      name: 'no',
      run: async (input: object) => {
        heard.push(input);
        return { decision: 'block' as const, reason: 'not now' };
      },
    };
    const { conversation, events, close } = await open(undefined, { PreCompact: [hook] });
    await conversation.ask('Tell me of milk.');
    await conversation.compact('Keep the colours.');
    expect(heard).toEqual([expect.objectContaining({ trigger: 'manual', custom_instructions: 'Keep the colours.' })]);
    expect(compacts(events)).toEqual([]);
    await close();
  });

  it('changes nothing if there is no summary, and gives the reason in the result', async () => {
    const { conversation, events, close } = await open({ fail: 'MODEL_REQUEST_INVALID' });
    await conversation.ask('Tell me of milk.');
    expect(await conversation.compact()).toMatchObject({ outcome: 'error_model', error: { code: 'MODEL_REQUEST_INVALID' } });
    expect(compacts(events)).toEqual([]);
    expect(await conversation.ask('And now?')).toMatchObject({ outcome: 'success' });
    await close();
  });
});
