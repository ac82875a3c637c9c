import { type ContentBlock, isObject } from '@loadout/core';
import { defined } from '@loadout/node';
import { cleanText } from '../text/clean-text.js';

/**
 * The largest part of one result that is kept. The runner saves smaller results to a file if they are too long for the model
 * (MCP-14).
 */
const LARGEST_RESULT = 10 * 1024 * 1024;

export interface MappedResult {
  readonly content: readonly ContentBlock[];
  readonly isError: boolean;
  readonly structuredContent?: unknown;
}

/** Converts every kind of block, and keeps `isError`. Returns `undefined` for an answer that is not a result. Source: MCP-11. */
export function mapResult(answer: unknown, source: { readonly server: string; readonly tool: string }): MappedResult | undefined {
  if (!isObject(answer)) return undefined;
  const { content, structuredContent, isError } = answer;
  if (content !== undefined && !Array.isArray(content)) return undefined;
  if (content === undefined && structuredContent === undefined) return undefined;
  const mapped = (content ?? []).map((block: unknown, index) =>
    mapBlock(block, `mcp://${source.server}/${source.tool}/${index + 1}`),
  );
  // Some servers leave out the text form of structured content, which the protocol asks them to send.
  const whole = mapped.length > 0 || structuredContent === undefined ? mapped : [text(JSON.stringify(structuredContent))];
  return {
    content: withinLimit(whole),
    isError: isError === true,
    ...defined({ structuredContent }),
  };
}

/** Converts one MCP block. `uri` is used for blocks that have none. */
export function mapBlock(block: unknown, uri: string): ContentBlock {
  const fields = isObject(block) ? block : {};
  const { type, data, mimeType, text: words } = fields;
  if (type === 'text' && typeof words === 'string') return text(words);
  if (type === 'image' && typeof data === 'string') return { type: 'image', data, mimeType: mimeOf(mimeType, 'image/png') };
  if (type === 'audio' && typeof data === 'string')
    return { type: 'resource', resource: { uri, mimeType: mimeOf(mimeType, 'audio/wav'), blob: data } };
  if (type === 'resource' && isObject(fields.resource)) return mapResource(fields.resource, uri);
  if (type === 'resource_link' && typeof fields.uri === 'string') {
    const name = typeof fields.name === 'string' ? { name: cleanText(fields.name) } : {};
    return { type: 'resource_link', uri: cleanText(fields.uri), ...name };
  }
  return text(`[a block of a kind that is not known: ${cleanText(JSON.stringify(block) ?? '').slice(0, 200)}]`);
}

function mapResource(resource: Record<string, unknown>, fallback: string): ContentBlock {
  const uri = typeof resource.uri === 'string' ? cleanText(resource.uri) : fallback;
  const mimeType = typeof resource.mimeType === 'string' ? { mimeType: mimeOf(resource.mimeType, '') } : {};
  if (typeof resource.blob === 'string') return { type: 'resource', resource: { uri, ...mimeType, blob: resource.blob } };
  const words = typeof resource.text === 'string' ? cleanText(resource.text) : '';
  return { type: 'resource', resource: { uri, ...mimeType, text: words } };
}

/** Keeps blocks in order while there is room. The text that crosses the limit is cut; later blocks are only named. */
function withinLimit(blocks: readonly ContentBlock[]): readonly ContentBlock[] {
  let room = LARGEST_RESULT;
  return blocks.map((block) => {
    const size = sizeOf(block);
    room -= size;
    if (room >= 0) return block;
    const left = Math.max(0, room + size);
    const note = `[cut off: this result is larger than ${LARGEST_RESULT} characters]`;
    room = 0;
    return text(block.type === 'text' ? `${block.text.slice(0, left)}\n${note}` : note);
  });
}

function sizeOf(block: ContentBlock): number {
  if (block.type === 'text') return block.text.length;
  if (block.type === 'image') return block.data.length;
  if (block.type === 'resource') return (block.resource.text ?? block.resource.blob ?? '').length;
  return block.uri.length;
}

export const textLength = (blocks: readonly ContentBlock[]) =>
  blocks.reduce((sum, block) => sum + (block.type === 'text' ? block.text.length : 0), 0);

/** With `redact` over every text in it. */
export function redacted<T>(value: T, redact: (text: string) => string): T {
  if (typeof value === 'string') return redact(value) as T;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => redacted(one, redact)) as T;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [redact(name), redacted(one, redact)])) as T;
}

const text = (words: string): ContentBlock => ({ type: 'text', text: cleanText(words) });
const mimeOf = (value: unknown, otherwise: string) => (typeof value === 'string' ? cleanText(value).slice(0, 200) : otherwise);
