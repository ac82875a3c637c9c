import { isObject } from '@loadout/core';
import type { Block, ToolResultBlock } from '@loadout/core/model';

/** A result in the parts that the wires can carry: its text, and its pictures and documents. */
export interface ResultParts {
  readonly text: string;
  readonly media: readonly Media[];
}

/** A picture or a document. */
export interface Media {
  readonly type: 'image' | 'document';
  /** An address, or a `data:` URL. */
  readonly url: string;
  readonly name: string | undefined;
}

/** An error says that it is one: these APIs have no field for it. */
export function resultParts({ content, is_error: isError }: ToolResultBlock): ResultParts {
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content.filter(isObject);
  const text = blocks.flatMap((block) => (block.type === 'text' ? [String(block.text)] : [])).join('\n');
  const marked = isError === true && !/^\W*(\w+ )?error/i.test(text) ? `Error: ${text}` : text;
  return { text: marked, media: blocks.flatMap((block) => mediaOf(block) ?? []) };
}

/** The picture or document of a block; `undefined` for any other. */
export function mediaOf(block: Readonly<Record<string, unknown>>): Media | undefined {
  if ((block.type !== 'image' && block.type !== 'document') || !isObject(block.source)) return undefined;
  const { type, media_type: mime, data, url } = block.source;
  const name = typeof block.title === 'string' ? block.title : undefined;
  if (type === 'url' && typeof url === 'string') return { type: block.type, url, name };
  if (type !== 'base64' || typeof data !== 'string') return undefined;
  return { type: block.type, url: `data:${String(mime)};base64,${data}`, name };
}

export const isResult = (block: Block): block is ToolResultBlock => block.type === 'tool_result';

export const asFields = (block: Block): Readonly<Record<string, unknown>> =>
  block as unknown as Readonly<Record<string, unknown>>;
