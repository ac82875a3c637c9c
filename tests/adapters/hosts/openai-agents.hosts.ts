import { Agent, Runner } from '@openai/agents-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { describeHost } from '../describe-host.js';
import { openBench } from '../scenario.js';
import { openaiAgents, ScriptedModel } from './openai-agents.js';

describeHost(openaiAgents);

describe('an approval of the OpenAI Agents SDK for a whole tool', () => {
  it('covers the later calls, about which the SDK does not ask again', async () => {
    const { kit, log, close } = await openBench();
    onTestFinished(close);
    const calls = ['one', 'two'].map((what) => ({ id: `call_${what}`, name: 'lab__stamp', input: { what } }));
    const agent = new Agent({ name: 'scripted', model: new ScriptedModel({ calls }), tools: kit.openaiAgents() });
    const runner = new Runner({ tracingDisabled: true });
    const first = await runner.run(agent, 'Go.');
    for (const item of first.interruptions) first.state.approve(item, { alwaysApprove: true });
    const second = await runner.run(agent, first.state);
    expect(second.interruptions).toEqual([]);
    expect(log()).toEqual(['stamped one', 'stamped two']);
  });
});
