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
  const found: Part = isObject(source) && !(source instanceof Uint8Array) ? source : { data: source };
  const type = [found, part].flatMap((one) => [one.mimeType, one.mime_type, one.mediaType, one.media_type]).find(isText);
  const data = isObject(found.data) && 'data' in found.data ? found.data.data : found.data;
  if (data !== undefined) return dataBlock(data, type);
  return dataBlock(found.url ?? part.url, type);
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** Reads bytes, base64, a data URL, or the URL of a file elsewhere. */
function dataBlock(data: unknown, type = 'application/octet-stream'): ContentBlock | undefined {
  const text = data instanceof Uint8Array ? Buffer.from(data).toString('base64') : data;
  if (!isText(text)) return undefined;
  const inline = /^data:([^;,]+);base64,(.*)$/s.exec(text);
  if (inline === null && /^[a-z][a-z+.-]*:/i.test(text)) return { type: 'resource_link', uri: text };
  const [mimeType, base64] = inline === null ? [type, text] : [inline[1] ?? type, inline[2] ?? ''];
  if (mimeType.startsWith('image/')) return { type: 'image', data: base64, mimeType };
  return { type: 'resource', resource: { uri: 'data:', mimeType, blob: base64 } };
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  return JSON.stringify(value) ?? String(value);
}
