import type { PoolTool } from '@loadout/core/run';
import { type HostResult, isPlainText, partsOf, type ResultPart } from '../calls/host-result.js';
import type { HostedCalls } from '../calls/hosted-calls.js';
import { loadPeer } from '../load-peer.js';
import { inputJson } from './host-schema.js';

/** A `DynamicStructuredTool` of LangChain, made by its `tool()`. */
export type LangChainTool = Record<string, unknown> & {
  readonly name: string;
  readonly description: string;
  invoke(input: unknown, config?: { readonly signal?: AbortSignal }): Promise<unknown>;
};

/** The option `interruptOn` of LangChain's `humanInTheLoopMiddleware`. */
export type LangChainInterrupts = Record<string, LangChainInterrupt>;

interface LangChainInterrupt {
  /** `edit` is left out: the rules have decided about the input that the person saw. */
  allowedDecisions: ('approve' | 'reject')[];
  when: (request: { readonly toolCall: LangChainCall }) => Promise<boolean>;
  description: (toolCall: LangChainCall) => Promise<string>;
}

interface LangChainCall {
  readonly id?: string | undefined;
  readonly name: string;
  readonly args: Record<string, unknown>;
}

interface LangChainConfig {
  readonly toolCall?: { readonly id?: string };
  readonly signal?: AbortSignal;
}

type Langchain = Pick<typeof import('@langchain/core/tools'), 'tool'> &
  Pick<typeof import('@langchain/core/messages'), 'ToolMessage'>;

export async function langchainTools(calls: HostedCalls): Promise<LangChainTool[]> {
  const langchain = await loadPeer(
    async () => ({ ...(await import('@langchain/core/tools')), ...(await import('@langchain/core/messages')) }),
    { name: '@langchain/core', needs: 'langchain()' },
  );
  return calls.tools.map((tool) => langchainTool(tool, { calls, langchain }));
}

function langchainTool(pooled: PoolTool, { calls, langchain }: { calls: HostedCalls; langchain: Langchain }): LangChainTool {
  const { name, api } = pooled;
  const run = async (input: unknown, { toolCall, signal }: LangChainConfig) => {
    const id = toolCall?.id;
    const result = await calls.call({ id, name, input, signal });
    const content = contentOf(result);
    // Only a message can say that the call has failed, and only a call of a model is answered with a message.
    if (!result.isError || id === undefined) return [content, result];
    return [new langchain.ToolMessage({ content, artifact: result, status: 'error', tool_call_id: id, name }), result];
  };
  const fields = { name, description: api.description, schema: inputJson(pooled), responseFormat: 'content_and_artifact' };
  return langchain.tool(run, fields);
}

export const langchainInterrupts = (calls: HostedCalls): LangChainInterrupts =>
  Object.fromEntries(
    calls.tools.map(({ name }) => [
      name,
      {
        allowedDecisions: ['approve', 'reject'],
        when: ({ toolCall: { id, args } }) => calls.needsApproval({ id, name, input: args }),
        description: async ({ id, args }) => (await calls.question({ id, name, input: args })) ?? `Call ${name}?`,
      } satisfies LangChainInterrupt,
    ]),
  );

const contentOf = (result: HostResult) => (isPlainText(result) ? result.text : partsOf(result.content).map(contentPart));

const contentPart = (part: ResultPart) =>
  part.type === 'text'
    ? { type: 'text' as const, text: part.text }
    : { type: part.type, source_type: 'base64', mime_type: part.mimeType, mimeType: part.mimeType, data: part.data };
