import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AnyTool, type ContentBlock, defineTool } from '@loadout/core';
import type { McpConnections } from '../connections/mcp-connections.js';
import type { McpResourceContent } from '../connections/requests.js';

/** Source: TOOL-MCPR-02, ALIAS-17. */
export function readMcpResourceTool(connections: McpConnections): AnyTool {
  return defineTool({
    name: 'ReadMcpResource',
    aliases: ['ReadMcpResourceTool', 'ReadMcpRes'],
    description:
      'Reads one resource of an MCP server. Text is returned as it is; what is not text is saved to a file whose path is returned.',
    inputSchema: {
      type: 'object',
      properties: {
        server: { type: 'string', description: 'The key of the server.' },
        uri: { type: 'string', description: 'The uri, as ListMcpResources shows it.' },
      },
      required: ['server', 'uri'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: true },
    isConcurrencySafe: true,
    async call({ server, uri }, { signal, artifactDir }) {
      const contents = await connections.readResource(server, uri, signal);
      if (contents.length === 0) return `The resource ${uri} is empty.`;
      return { content: await Promise.all(contents.map((content) => blockOf(content, artifactDir))) };
    },
  });
}

async function blockOf(content: McpResourceContent, folder: string): Promise<ContentBlock> {
  if (content.blob === undefined) return { type: 'text', text: content.text ?? '' };
  const bytes = Buffer.from(content.blob, 'base64');
  const path = join(folder, `mcp-resource-${randomUUID()}${extensionOf(content.mimeType)}`);
  await mkdir(folder, { recursive: true });
  await writeFile(path, bytes, { mode: 0o600, flag: 'wx' });
  const kind = content.mimeType ?? 'of an unknown type';
  return { type: 'text', text: `${content.uri} (${kind}, ${bytes.length} bytes) was saved to ${path}` };
}

/** Returns `.png` for `image/png` and `.svg` for `image/svg+xml`. Unusual types become `.bin`. */
function extensionOf(mimeType = ''): string {
  const subtype = /^[a-z]+\/(?:x-)?([a-z0-9]{1,10})(?:$|[;+])/i.exec(mimeType)?.[1];
  return subtype === undefined ? '.bin' : `.${subtype.toLowerCase()}`;
}
