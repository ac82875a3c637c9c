import { type ReplyPart, replyParts, spentTokens, stopReasonOf } from '../openai/reply-parts.js';
import type { Reply } from '../reply.js';
import type { Frames } from '../wire.js';

const FINISH: Readonly<Record<string, string>> = { max_tokens: 'MAX_TOKENS', refusal: 'SAFETY' };

export const dataLine = (value: unknown): string => `data: ${JSON.stringify(value)}\r\n\r\n`;

/** The signature that a mock gives with each first call, and wants back. */
export const MOCK_SIGNATURE = 'c2lnLW1vY2s=';

/** The stream of a reply, in chunks of generateContent. */
export function geminiFrames(reply: Reply, id: string): Frames {
  const chunk = (parts: readonly unknown[], more: object = {}, finish: object = {}) =>
    dataLine({
      candidates: [{ content: { role: 'model', parts }, index: 0, ...finish }],
      modelVersion: reply.model ?? 'mock-model',
      responseId: id,
      ...more,
    });
  const usageMetadata = geminiUsage(reply);
  const parts = replyParts(reply, id);
  const first = parts.findIndex((part) => part.type === 'call');
  return {
    start: '',
    blocks: parts.map((part, index) =>
      partsOf(part, index === first)
        .map((one) => chunk([one]))
        .join(''),
    ),
    end: chunk([{ text: '' }], usageMetadata === undefined ? {} : { usageMetadata }, {
      finishReason: FINISH[stopReasonOf(reply)] ?? 'STOP',
    }),
  };
}

/** Only the first of several calls is signed. */
function partsOf(part: ReplyPart, isFirstCall: boolean): readonly unknown[] {
  if (part.type !== 'call') return part.deltas.map((text) => (part.type === 'text' ? { text } : { text, thought: true }));
  const functionCall = { name: part.name, args: argsOf(part.json.join('')) };
  return [{ functionCall, ...(isFirstCall ? { thoughtSignature: MOCK_SIGNATURE } : {}) }];
}

/** The API sends arguments as an object, so input that is not JSON cannot be sent. */
function argsOf(json: string): unknown {
  try {
    return JSON.parse(json === '' ? '{}' : json);
  } catch {
    return {};
  }
}

function geminiUsage(reply: Reply): object | undefined {
  const spent = spentTokens(reply);
  if (spent === undefined) return undefined;
  return {
    promptTokenCount: spent.input,
    cachedContentTokenCount: spent.cached,
    candidatesTokenCount: spent.output - spent.reasoning,
    thoughtsTokenCount: spent.reasoning,
    totalTokenCount: spent.input + spent.output,
  };
}
