import { methods } from '@agentclientprotocol/sdk';
import { expect } from 'vitest';
import { editor } from '../../acp/editor.test-kit.js';
import { ANSWER, type Door, PROMPTS } from '../scenario.js';

interface Update {
  readonly toolCallId: string;
  readonly _meta?: { readonly loadout?: { readonly outcome?: string } } | null;
  readonly content?: readonly unknown[] | null;
}

/** ACP, by the official client, which has forms. */
export const overAcp: Door = {
  name: 'ACP',
  async play(cwd) {
    const at = await editor({
      cwd,
      agent: 'helper',
      answers: ['Yes, this once'],
      capabilities: { elicitation: { form: {} } },
      form: () => ({ action: 'accept', content: { answer_1: ANSWER } }),
    });
    const id = await at.session();
    await at.prompt(id, PROMPTS.work);
    const [begun, ended] = [at.of('tool_call'), at.of('tool_call_update') as readonly Update[]];
    const outcomeOf = (call: string) =>
      ended.findLast(({ toolCallId, _meta }) => toolCallId === call && _meta != null)?._meta?.loadout?.outcome;
    const own = begun.filter(({ toolCallId }) => !toolCallId.includes('/'));
    const below = begun.find(({ toolCallId }) => toolCallId.includes('/'));
    const denied = ended.find(({ _meta }) => _meta?.loadout?.outcome === 'denied');
    const cost = at.of('usage_update').at(-1)?.cost?.amount;
    const answer = at.said();
    const waiting = at.prompt(id, PROMPTS.cancelled);
    await expect.poll(() => at.of('tool_call_update').at(-1)).toMatchObject({ status: 'in_progress' });
    await at.agent.notify(methods.agent.session.cancel, { sessionId: id });
    const cancel = await waiting;
    await at.prompt(id, PROMPTS.resumed);
    const resumed = at.said().slice(answer.length);
    const limit = await at.prompt(id, PROMPTS.endless);
    await at.close();
    const [question] = at.questions;
    return {
      calls: own.map(({ title, toolCallId }) => `${title?.split(' ')[0]} ${outcomeOf(toolCallId)}`),
      denial: textOf(denied),
      approval: question?.toolCall.title ?? undefined,
      question: at.forms[0]?.message,
      subagent: below?.title ?? undefined,
      cost,
      answer: answer.replace('I begin.', ''),
      cancel,
      limit: limit === 'max_turn_requests' ? 'limit' : undefined,
      resumed,
    };
  },
};

const textOf = (update: Update | undefined) =>
  (update?.content?.[0] as { readonly content?: { readonly text?: string } } | undefined)?.content?.text;
