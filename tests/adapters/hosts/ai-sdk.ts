import type { Toolkit } from '@loadout/adapters';
import type { generateText, ModelMessage, stepCountIs, ToolApprovalResponse, ToolResultPart } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { type Drive, type Host, nextCalls, type Seen } from '../scenario.js';

/** The functions of one version of the package. */
export interface Sdk {
  readonly generateText: typeof generateText;
  readonly stepCountIs: typeof stepCountIs;
}

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

export const aiSdk = (version: 6 | 7, { generateText, stepCountIs }: Sdk): Host => ({
  name: `the AI SDK ${version}`,
  asks: true,
  async run(given: Toolkit, drive: Drive) {
    let kit = given;
    const model = scripted(drive);
    const asked = new Set<string>();
    const messages: ModelMessage[] = [{ role: 'user', content: 'Go.' }];
    for (;;) {
      const result = await generateText({
        model,
        tools: kit.aiSdk(),
        messages,
        stopWhen: stepCountIs(20),
        ...(drive.signal === undefined ? {} : { abortSignal: drive.signal }),
      });
      // Version 7 keeps the messages of all steps in a place of their own.
      messages.push(...((result as { responseMessages?: ModelMessage[] }).responseMessages ?? result.response.messages));
      const answers = result.content.flatMap((part): ToolApprovalResponse[] => {
        if (part.type !== 'tool-approval-request') return [];
        asked.add(part.toolCall.toolCallId);
        const approved = drive.calls.find(({ id }) => id === part.toolCall.toolCallId)?.answer === 'yes';
        return [{ type: 'tool-approval-response', approvalId: part.approvalId, approved }];
      });
      if (answers.length === 0) break;
      messages.push({ role: 'tool', content: answers });
      kit = (await drive.restart?.()) ?? kit;
    }
    const prompt = model.doGenerateCalls.at(-1)?.prompt ?? [];
    return Object.fromEntries(drive.calls.map(({ id }) => [id, seen(resultOf(prompt, id), asked.has(id))]));
  },
});

function seen(output: ToolResultPart['output'] | ReturnType<typeof resultOf>, asked: boolean): Seen {
  if (output === undefined) throw new Error('The model read no result.');
  if (output.type === 'execution-denied') return { asked, text: output.reason ?? 'denied' };
  if (output.type !== 'content') return { asked, text: String(output.value), failed: output.type === 'error-text' };
  const parts = output.value;
  return {
    asked,
    failed: false,
    text: parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
    image: parts.map((part) => ('mediaType' in part ? part.mediaType : undefined)).find((type) => type !== undefined),
  };
}
