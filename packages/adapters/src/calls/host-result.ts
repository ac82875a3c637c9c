import { type ContentBlock, isLoadoutError } from '@loadout/core';
import { messageWithFix, type SettledCall } from '@loadout/core/run';

/** The result of a call in any host. It is plain data, which hosts store and show. */
export interface HostResult {
  /** All text for the model. A failed, denied or interrupted call says why. */
  readonly text: string;
  readonly isError: boolean;
  /** `done`, or the reason for which there is no regular result. */
  readonly outcome: SettledCall['outcome'];
  /** Text, images and files in the shapes of MCP. */
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: unknown;
}

/** One piece of a result, as every host can express it. `data` is base64. */
export type ResultPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image' | 'file'; readonly data: string; readonly mimeType: string };

export function hostResult({ outcome, result }: Pick<SettledCall, 'outcome' | 'result'>): HostResult {
  const { typedContent, isError, structuredContent } = result;
  return {
    text: textOf(partsOf(typedContent)),
    isError,
    outcome,
    content: typedContent,
    ...(structuredContent === undefined ? {} : { structuredContent }),
  };
}

/** Turns an error of the session itself, such as its end, into a result: hosts hide the message of a thrown error. */
export function refusedResult(error: unknown): HostResult {
  if (!isLoadoutError(error)) throw error;
  const text = messageWithFix(error);
  return { text, isError: true, outcome: 'interrupted', content: [{ type: 'text', text }] };
}

/** Returns the pieces of a result. Resources without an image or a document become text. */
export const partsOf = (content: readonly ContentBlock[]): readonly ResultPart[] => content.map(partOf);

/** Whether a result is text alone, which each host takes as a string. */
export const isPlainText = ({ content }: HostResult): boolean => partsOf(content).every(({ type }) => type === 'text');

const textOf = (parts: readonly ResultPart[]): string => parts.map((part) => (part.type === 'text' ? part.text : '')).join('');

function partOf(block: ContentBlock): ResultPart {
  if (block.type === 'text') return { type: 'text', text: block.text };
  if (block.type === 'image') return { type: 'image', data: block.data, mimeType: block.mimeType };
  if (block.type === 'resource_link') return { type: 'text', text: `[Resource ${block.name ?? ''} ${block.uri}]` };
  const { uri, text, blob, mimeType = 'binary' } = block.resource;
  if (blob !== undefined && mimeType.startsWith('image/')) return { type: 'image', data: blob, mimeType };
  if (blob !== undefined && mimeType === 'application/pdf') return { type: 'file', data: blob, mimeType };
  return { type: 'text', text: `[Resource ${uri}]\n${text ?? `(${mimeType} data, not shown)`}` };
}
