import { MockLanguageModelV3 } from 'ai/test';
import { type Drive, nextCalls, type Seen } from '../scenario.js';

type Prompt = MockLanguageModelV3['doGenerateCalls'][number]['prompt'];

const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** A model of the AI SDK that makes the next call of the script that has no result yet. Mastra runs on such models too. */
export const scripted = (drive: Drive) =>
  new MockLanguageModelV3({
    doGenerate: async ({ prompt }) => {
      const next = nextCalls(drive, (id) => resultIn(prompt, id) !== undefined);
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

function resultIn(prompt: Prompt, id: string) {
  for (const message of prompt)
    if (message.role === 'tool')
      for (const part of message.content) if (part.type === 'tool-result' && part.toolCallId === id) return part.output;
  return undefined;
}

/** Returns the results of the calls as the model read them last, by the ids of the calls. */
export function seenBy(
  { doGenerateCalls }: MockLanguageModelV3,
  { drive, asked }: { readonly drive: Drive; readonly asked: ReadonlySet<string> },
): Record<string, Seen> {
  const prompt = doGenerateCalls.at(-1)?.prompt ?? [];
  return Object.fromEntries(drive.calls.map(({ id }) => [id, { asked: asked.has(id), ...read(resultIn(prompt, id)) }]));
}

function read(output: ReturnType<typeof resultIn>): Omit<Seen, 'asked'> {
  if (output === undefined) throw new Error('The model read no result.');
  if (output.type === 'execution-denied') return { text: output.reason ?? 'denied' };
  const failed = output.type === 'error-text';
  if (output.type !== 'content')
    return { failed, text: typeof output.value === 'string' ? output.value : JSON.stringify(output.value) };
  const text = output.value.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const image = output.value.map((part) => ('mediaType' in part ? part.mediaType : undefined)).find((type) => type !== undefined);
  return { failed, text, ...(image === undefined ? {} : { image }) };
}
