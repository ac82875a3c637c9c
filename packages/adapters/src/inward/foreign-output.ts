import { type ContentBlock, isObject, type ToolOutput } from '@loadout/core';

/**
 * Converts the result of another toolkit's tool: text, one part, a list of parts, or any value, which becomes JSON. The known
 * parts are those of the AI SDK, LangChain, the OpenAI Agents SDK, the chat APIs and MCP.
 */
export function foreignOutput(value: unknown, { isError = false }: { readonly isError?: boolean } = {}): ToolOutput {
  const parts = partsIn(value);
  const content = parts ?? [{ type: 'text' as const, text: textOf(value) }];
  const isData = parts === undefined && typeof value === 'object' && value !== null;
  return { content, ...(isError ? { isError } : {}), ...(isData ? { structuredContent: value } : {}) };
}

/** Returns the blocks of a list in which each item is a known part, or of one such part. */
function partsIn(value: unknown): readonly ContentBlock[] | undefined {
  if (isObject(value)) {
    const block = blockOf(value);
    return block === undefined ? undefined : [block];
  }
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const blocks = value.map((part) => (isObject(part) ? blockOf(part) : undefined));
  return blocks.every((block) => block !== undefined) ? blocks : undefined;
}

type Part = Readonly<Record<string, unknown>>;

function blockOf(part: Part): ContentBlock | undefined {
  const { type } = part;
  if (typeof type !== 'string') return undefined;
  if (TEXTS.has(type)) return typeof part.text === 'string' ? { type: 'text', text: part.text } : undefined;
  return BINARY.has(type) ? binaryBlock(part) : undefined;
}

const TEXTS = new Set(['text', 'input_text', 'output_text']);
const BINARY = new Set([
  ...['image', 'image_url', 'input_image', 'image-data', 'image-url', 'media'],
  ...['file', 'input_file', 'file-data', 'file-url'],
]);

function binaryBlock(part: Part): ContentBlock | undefined {
  const source = part.image ?? part.image_url ?? part.file ?? part.source ?? part;
  const found = isObject(source) ? source : { url: source };
  const data = isObject(found.data) ? found.data.data : found.data;
  const type = found.mimeType ?? found.mime_type ?? found.mediaType ?? found.media_type ?? part.mediaType ?? part.mime_type;
  if (data !== undefined) return base64Block(data, typeof type === 'string' ? type : 'application/octet-stream');
  const url = found.url ?? part.image_url ?? part.url;
  if (typeof url !== 'string') return undefined;
  const inline = /^data:([^;,]+);base64,(.*)$/s.exec(url);
  return inline === null ? { type: 'resource_link', uri: url } : base64Block(inline[2], inline[1] ?? '');
}

function base64Block(data: unknown, mimeType: string): ContentBlock | undefined {
  const text = data instanceof Uint8Array ? Buffer.from(data).toString('base64') : data;
  if (typeof text !== 'string') return undefined;
  if (text.startsWith('data:')) return binaryBlock({ url: text });
  if (mimeType.startsWith('image/')) return { type: 'image', data: text, mimeType };
  return { type: 'resource', resource: { uri: 'data:', mimeType, blob: text } };
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  return JSON.stringify(value) ?? String(value);
}
