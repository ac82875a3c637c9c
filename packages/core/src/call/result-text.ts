import type { ContentBlock } from '../contract/tool-result.js';

const BLOCKS = new Set<unknown>(['text', 'image', 'resource', 'resource_link']);

/** Whether the model can be sent it: one block of another type makes an API refuse the whole conversation from then on. */
export const isContentBlock = (block: unknown): block is ContentBlock =>
  BLOCKS.has((block as { readonly type?: unknown } | null | undefined)?.type);

/** All text of a result, in order. Source: DEF-16. */
export const textOfContent = (content: readonly ContentBlock[]) =>
  content.map((block) => (block.type === 'text' ? block.text : '')).join('');

/** Result blocks in the Messages API's shapes: text, images and PDFs as such, other resources as text that names the URI. Source: DEF-18. */
export function toApiContent(content: readonly ContentBlock[]): string | readonly unknown[] {
  if (content.every((block) => block.type === 'text')) return textOfContent(content);
  return content.map(toApiBlock);
}

/** What the model reads of a block as text; `undefined` for an image or a document. */
export function modelText(block: ContentBlock): string | undefined {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'image':
      return undefined;
    case 'resource_link':
      return `[Resource ${block.name ?? ''} ${block.uri}]`;
    case 'resource': {
      if (pdfOf(block) !== undefined) return undefined;
      const { uri, text, mimeType } = block.resource;
      return `[Resource ${uri}]\n${text ?? `(${mimeType ?? 'binary'} data, not shown)`}`;
    }
  }
}

function toApiBlock(block: ContentBlock): unknown {
  if (block.type === 'image') return { type: 'image', source: { type: 'base64', media_type: block.mimeType, data: block.data } };
  const pdf = pdfOf(block);
  if (pdf !== undefined) return { type: 'document', source: { type: 'base64', media_type: PDF, data: pdf } };
  return { type: 'text', text: modelText(block) ?? '' };
}

const PDF = 'application/pdf';

const pdfOf = (block: ContentBlock) =>
  block.type === 'resource' && block.resource.mimeType === PDF ? block.resource.blob : undefined;
