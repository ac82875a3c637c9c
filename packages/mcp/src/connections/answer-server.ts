import type { SamplingRequest } from '@loadout/core/run';
import { defined } from '@loadout/node';
import type { Client } from '@modelcontextprotocol/client';
import { errors } from '../errors.js';
import { cappedText, cleanText } from '../text/clean-text.js';
import { mapBlock } from '../tools/map-result.js';
import type { ConnectionHost } from './host.js';

interface Asked {
  readonly key: string;
  readonly host: ConnectionHost;
}

const QUESTION_BYTES = 2_048;

/** Passes a server's questions to the person, and declines them if nobody can be asked. Source: MCP-15. */
export function answerQuestions(client: Client, { key, host }: Asked): void {
  client.setRequestHandler('elicitation/create', async ({ params }, { mcpReq: { signal } }) => {
    const { elicit } = host.answers;
    if (elicit === undefined) return { action: 'decline' };
    const asked = { source: key, message: cappedText(params.message, QUESTION_BYTES) };
    const answer = await elicit(
      'url' in params ? { ...asked, mode: 'url', url: params.url } : { ...asked, mode: 'form', schema: params.requestedSchema },
      { signal },
    );
    return { action: answer.action, ...(answer.content === undefined ? {} : { content: { ...answer.content } }) };
  });
}

/**
 * Answers sampling requests, only if the entry of the server has `sampling: true`, because they cost model usage. Source: MCP-15.
 */
export function answerSampling(client: Client, { key, host }: Asked): void {
  client.setRequestHandler('sampling/createMessage', async ({ params }, { mcpReq: { signal } }) => {
    const { sample } = host.answers;
    if (sample === undefined) {
      const absent = errors.MCP_SAMPLING_ABSENT({ key });
      host.onWarning(absent.message);
      throw absent;
    }
    const { model, text, stopReason } = await sample(requestOf(params, key), { signal });
    return {
      model,
      role: 'assistant' as const,
      content: { type: 'text' as const, text },
      ...defined({ stopReason }),
    };
  });
}

interface SamplingParams {
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly content: unknown }[];
  readonly systemPrompt?: string | undefined;
  readonly maxTokens: number;
  readonly temperature?: number | undefined;
  readonly stopSequences?: readonly string[] | undefined;
}

function requestOf(
  { messages, systemPrompt, maxTokens, temperature, stopSequences }: SamplingParams,
  key: string,
): SamplingRequest {
  const blocks = (content: unknown) =>
    (Array.isArray(content) ? content : [content]).map((block, index) => mapBlock(block, `mcp://${key}/sampling/${index + 1}`));
  return {
    source: key,
    messages: messages.map(({ role, content }) => ({ role, content: blocks(content) })),
    ...(systemPrompt === undefined ? {} : { system: cleanText(systemPrompt) }),
    maxTokens,
    ...defined({ temperature, stopSequences }),
  };
}
