import { type ContentBlock, isObject } from '@loadout/core';
import type { ServedResult } from '@loadout/core/commands';
import type { CallToolResult } from '@modelcontextprotocol/server';

/**
 * Converts every kind of block and the fields beside them. Values that the protocol cannot express are left out. Source: MCP-11.
 */
export function toMcpResult({ typedContent, isError, structuredContent }: ServedResult): CallToolResult {
  return {
    content: typedContent.map(toMcpBlock),
    ...(isError ? { isError } : {}),
    ...(isObject(structuredContent) ? { structuredContent } : {}),
  };
}

export const failedResult = (message: string): CallToolResult => ({ content: [{ type: 'text', text: message }], isError: true });

function toMcpBlock(block: ContentBlock): CallToolResult['content'][number] {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text };
    case 'image':
      return { type: 'image', data: block.data, mimeType: block.mimeType };
    case 'resource_link':
      return { type: 'resource_link', uri: block.uri, name: block.name ?? block.uri };
    case 'resource': {
      const { uri, mimeType, text, blob } = block.resource;
      const known = { uri, ...(mimeType === undefined ? {} : { mimeType }) };
      return { type: 'resource', resource: blob === undefined ? { ...known, text: text ?? '' } : { ...known, blob } };
    }
  }
}
