import { isObject } from '@loadout/core';
import { type Block, isText, isToolUse, type TextBlock } from '@loadout/core/model';

/** A kind of content that does not go to a model as it was made. */
export type HistoryLoss = 'thinking as text' | 'hidden thinking' | 'work of server tools' | 'citation' | 'other block' | Seen;
export type Seen = 'picture' | 'document';

export type Tell = (loss: HistoryLoss) => void;

/**
 * Returns the content of another model's answer as every model accepts it: text and calls. Thinking that can be read becomes
 * plain text, since calls without their reasons make a model repeat the work. Thinking that only its maker can read is dropped.
 * Contract: never empty.
 */
export function foreignBlocks(content: readonly Block[], tell: Tell): readonly Block[] {
  const blocks = content.map((block) => foreignBlock(block, tell)).filter((block) => block !== undefined);
  return blocks.length > 0 ? blocks : [NOTHING];
}

const text = (said: string): TextBlock => Object.freeze({ type: 'text', text: said });
const NOTHING = text('[This answer held nothing that another model can read.]');

function foreignBlock(block: Block, tell: Tell): Block | undefined {
  if (isText(block)) return plainText(block, tell);
  if (isToolUse(block)) {
    const { type, id, name, input } = block;
    return Object.keys(block).length === 4 ? block : Object.freeze({ type, id, name, input });
  }
  if (block.type === 'thinking' || block.type === 'reasoning') return thought(block, tell);
  if (block.type === 'redacted_thinking') return void tell('hidden thinking');
  if (block.type.endsWith('tool_use') || block.type.endsWith('tool_result')) return serverTool(block, tell);
  if (block.type === 'image' || block.type === 'document') {
    tell(block.type === 'image' ? 'picture' : 'document');
    return text(`[A ${block.type === 'image' ? 'picture' : 'document'} of this answer was left out.]`);
  }
  tell('other block');
  const readable = readableText(block);
  return readable === '' ? undefined : text(readable);
}

function plainText(block: TextBlock, tell: Tell): TextBlock | undefined {
  if (block.text.trim() === '') return undefined;
  if (Object.keys(block).length === 2) return block;
  const cited = 'citations' in block && Array.isArray(block.citations) ? block.citations : [];
  const places = [...new Set(cited.map((one) => (isObject(one) ? placeOf(one) : undefined)))].filter((one) => one !== undefined);
  if (cited.length > 0) tell('citation');
  return text(places.length === 0 ? block.text : `${block.text} [${places.join('; ')}]`);
}

function thought(block: Block, tell: Tell): TextBlock | undefined {
  const said = 'thinking' in block ? block.thinking : 'text' in block ? block.text : undefined;
  const isReadable = typeof said === 'string' && said.trim() !== '';
  tell(isReadable ? 'thinking as text' : 'hidden thinking');
  return isReadable ? text(said) : undefined;
}

/** Tools that ran at the provider's side leave their call and their result in one answer. Both become text. */
function serverTool(block: Block, tell: Tell): TextBlock {
  tell('work of server tools');
  if (!block.type.endsWith('tool_use')) return text(`[Result of a tool of the provider]\n${readableText(block) || '(nothing)'}`);
  const { name, input } = block as { readonly name?: unknown; readonly input?: unknown };
  return text(`[Used a tool of the provider: ${String(name)} ${JSON.stringify(input ?? {}).slice(0, 2_000)}]`);
}

/** The fields of a block that hold text for a reader. Encrypted fields are not among them. */
const READABLE = ['stdout', 'stderr', 'error_code', 'message', 'text', 'data', 'content', 'source'] as const;
const MOST_CHARS = 8_000;

/** Returns the text and the addresses in a block of another maker, at most 8,000 characters; empty if there are none. */
export function readableText(value: unknown): string {
  const text = partsOf(value, 4).join('\n').trim();
  return text.length <= MOST_CHARS ? text : `${text.slice(0, MOST_CHARS).trimEnd()} [cut]`;
}

function partsOf(value: unknown, depth: number): readonly string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value];
  if (depth === 0) return [];
  if (Array.isArray(value)) return value.flatMap((one) => partsOf(one, depth - 1));
  if (!isObject(value) || value.type === 'base64') return [];
  const heading = placeOf(value);
  return [...(heading === undefined ? [] : [heading]), ...READABLE.flatMap((name) => partsOf(value[name], depth - 1))];
}

/** Returns the title and the address that an object names; `undefined` if it names neither. */
function placeOf({ title, url, document_title }: Readonly<Record<string, unknown>>): string | undefined {
  const name = [title, document_title].find((one) => typeof one === 'string' && one !== '');
  if (typeof url !== 'string') return typeof name === 'string' ? name : undefined;
  return typeof name === 'string' ? `${name} (${url})` : url;
}
