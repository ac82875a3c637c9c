import { a2aClient, message, said } from '../../../packages/a2a/src/a2a-client.test-kit.js';
import { ANSWER, type Door, PROMPTS } from '../scenario.js';
import { servedAt } from './http.js';

interface Asked {
  readonly call: string;
  readonly tool: string;
  readonly input: { readonly command?: string };
  readonly questions?: readonly { readonly question: string }[];
}

const costOf = (task: unknown) =>
  (task as { readonly metadata?: { readonly loadout?: { readonly cost_usd?: number } } }).metadata?.loadout?.cost_usd ?? 0;

/** A2A, by the library `@a2a-js/sdk`. The agent is closed: what it calls on the way is its own. */
export const overA2a: Door = {
  name: 'A2A',
  async play(cwd) {
    const client = await a2aClient((await servedAt(cwd)).url);
    const costs: number[] = [];
    const ask = async (part: object, where: { readonly taskId?: string; readonly contextId?: string } = {}) => {
      const task = await client.sendMessage(message(part, where));
      costs.push(costOf(task));
      return said(task);
    };
    const first = await ask({ text: PROMPTS.work });
    const { id: taskId, contextId } = first;
    const [approval] = first.data as readonly Asked[];
    const second = await ask({ data: { call: approval?.call, approved: true } }, { taskId, contextId });
    const [question] = second.data as readonly Asked[];
    const third = await ask({ text: ANSWER }, { taskId, contextId });
    const cost = costs.reduce((all, one) => all + one, 0);
    const begun = said(
      await client.sendMessage(message({ text: PROMPTS.cancelled }, { contextId }, { returnImmediately: true })),
    );
    const cancelled = said(await client.cancelTask({ tenant: '', id: begun.id, metadata: undefined }));
    const resumed = await ask({ text: PROMPTS.resumed }, { contextId });
    const endless = await ask({ text: PROMPTS.endless }, { contextId });
    return {
      denial: first.texts.flatMap((text) => /^Denied: (.*)/.exec(text)?.[1] ?? [])[0],
      approval: `${approval?.tool} ${approval?.input.command}`,
      question: question?.questions?.[0]?.question,
      cost,
      answer: third.texts.at(-1),
      cancel: cancelled.state === 'TASK_STATE_CANCELED' ? 'cancelled' : undefined,
      limit: endless.state === 'TASK_STATE_FAILED' && endless.texts.join().includes('limit of 6 turns') ? 'limit' : undefined,
      resumed: resumed.texts.at(-1),
    };
  },
};
