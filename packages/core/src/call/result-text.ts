import type { ContentBlock } from '../contract/tool.js';

/** All text of a result, in order. Source: DEF-16. */
export const textOfContent = (content: readonly ContentBlock[]) =>
  content.map((block) => (block.type === 'text' ? block.text : '')).join('');

/** Result blocks in the Messages API's shapes: text, images and PDFs as such, other resources as text that names the URI. Source: DEF-18. */
export function toApiContent(content: readonly ContentBlock[]): string | readonly unknown[] {
  if (content.every((block) => block.type === 'text')) return textOfContent(content);
  return content.map(toApiBlock);
}

function toApiBlock(block: ContentBlock): unknown {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text };
    case 'image':
      return { type: 'image', source: { type: 'base64', media_type: block.mimeType, data: block.data } };
    case 'resource_link':
      return { type: 'text', text: `[Resource ${block.name ?? ''} ${block.uri}]` };
    case 'resource':
      if (block.resource.mimeType === 'application/pdf' && block.resource.blob !== undefined)
        return { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: block.resource.blob } };
      return {
        type: 'text',
        text: `[Resource ${block.resource.uri}]\n${block.resource.text ?? `(${block.resource.mimeType ?? 'binary'} data, not shown)`}`,
      };
  }
}
