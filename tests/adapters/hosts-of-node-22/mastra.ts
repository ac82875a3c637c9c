import type { Toolkit } from '@loadout/adapters';
import { Agent } from '@mastra/core/agent';
import { Mastra } from '@mastra/core/mastra';
import { InMemoryStore } from '@mastra/core/storage';
import { MockLanguageModelV3 } from 'ai/test';
import { type Drive, type Host, nextCalls, type Seen } from '../scenario.js';

type Prompt = MockLanguageModelV3['doGenerateCalls'][number]['prompt'];

const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** A model that makes the next call of the script that has no result yet. */
export const scripted = (drive: Drive) =>
  new MockLanguageModelV3({
    doGenerate: async ({ prompt }) => {
      const next = nextCalls(drive, (id) => resultOf(prompt, id) !== undefined);
      return {
        warnings: [],
        usage: USAGE,
        finishReason: { unified: next.length === 0 ? 'stop' : 'tool-calls', raw: undefined },
        content:
          next.length === 0
            ? [{ type: 'text', text: drive.answer ?? 'Done.' }]
            : next.map(({ id, name, input }) => ({
                type: 'tool-call' as const,
                toolCallId: id,
                toolName: name,
                input: JSON.stringify(input),
              })),
      };
    },
  });

function resultOf(prompt: Prompt, id: string) {
  for (const message of prompt)
    if (message.role === 'tool')
      for (const part of message.content) if (part.type === 'tool-result' && part.toolCallId === id) return part.output;
  return undefined;
}

export const mastra: Host = {
  name: 'Mastra',
  asks: true,
  async run(kit: Toolkit, drive: Drive) {
    const model = scripted(drive);
    const storage = new InMemoryStore();
    const agentOf = async (one: Toolkit) => {
      // Mastra's type of a model wants the stream that only its own generate() would read.
      const tools = await one.mastra();
      const scripted = new Agent({ id: 'scripted', name: 'scripted', instructions: 'Go.', model: model as never, tools });
      return new Mastra({ agents: { scripted }, storage, logger: false }).getAgent('scripted');
    };
    let agent = await agentOf(kit);
    const options = { maxSteps: 20, ...(drive.signal === undefined ? {} : { abortSignal: drive.signal }) };
    const asked = new Set<string>();
    let result = await agent.generate('Go.', options);
    while (result.finishReason === 'suspended') {
      const { runId, suspendPayload } = result;
      const { toolCallId } = suspendPayload as { toolCallId: string };
      asked.add(toolCallId);
      const next = await drive.restart?.();
      agent = next === undefined ? agent : await agentOf(next);
      const isYes = drive.calls.find(({ id }) => id === toolCallId)?.answer === 'yes';
      result = await agent[isYes ? 'approveToolCallGenerate' : 'declineToolCallGenerate']({
        ...options,
        runId: runId ?? '',
        toolCallId,
      });
    }
    const prompt = model.doGenerateCalls.at(-1)?.prompt ?? [];
    return Object.fromEntries(drive.calls.map(({ id }) => [id, seen(resultOf(prompt, id), asked.has(id))]));
  },
};

function seen(output: ReturnType<typeof resultOf>, asked: boolean): Seen {
  if (output === undefined) throw new Error('The model read no result.');
  if (output.type === 'execution-denied') return { asked, text: output.reason ?? 'denied' };
  const failed = output.type === 'error-text';
  if (output.type !== 'content')
    return { asked, failed, text: typeof output.value === 'string' ? output.value : JSON.stringify(output.value) };
  const text = output.value.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const image = output.value.map((part) => ('mediaType' in part ? part.mediaType : undefined)).find((type) => type !== undefined);
  return { asked, failed, text, ...(image === undefined ? {} : { image }) };
}
