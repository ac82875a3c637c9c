import { fileURLToPath } from 'node:url';
import type { ContentBlock } from '@agentclientprotocol/sdk';
import type { Block } from '@loadout/core/model';
import { errors } from '../errors.js';

const IMAGES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/**
 * The prompt of a client as the model gets it. A link to a file becomes `@path`, which the runner reads under the rules of the agent;
 * an embedded file is text of the person. Throws ACP_PROMPT.
 */
export function promptBlocks(prompt: readonly ContentBlock[]): readonly Block[] {
  const texts: string[] = [];
  const images: Block[] = [];
  for (const block of prompt) {
    if (block.type === 'image') images.push(imageOf(block));
    else texts.push(textOf(block));
  }
  const text = texts.join('');
  if (text === '' && images.length === 0) throw errors.ACP_PROMPT({ problem: 'it is empty' });
  return text === '' ? images : [{ type: 'text', text }, ...images];
}

function imageOf({ data, mimeType }: Extract<ContentBlock, { type: 'image' }>): Block {
  if (!IMAGES.includes(mimeType))
    throw errors.ACP_PROMPT({ problem: `a picture is ${mimeType}; known are ${IMAGES.join(', ')}` });
  return { type: 'image', source: { type: 'base64', media_type: mimeType, data } };
}

function textOf(block: Exclude<ContentBlock, { type: 'image' }>): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'resource_link':
      return mention(block.uri);
    case 'resource': {
      const { resource } = block;
      if (!('text' in resource)) throw errors.ACP_PROMPT({ problem: `${resource.uri} is embedded as bytes, not as text` });
      return `${mentionless(resource.uri)}:\n<file_content>\n${resource.text}\n</file_content>\n`;
    }
    default:
      throw errors.ACP_PROMPT({ problem: `it has a block of type ${block.type}` });
  }
}

/** A file as a prompt names it. Another address stays as it is: the model may fetch it under the rules. */
function mention(uri: string): string {
  const path = pathOf(uri);
  if (path === undefined) return uri;
  return /[\s,;"]/.test(path) ? `@"${path}"` : `@${path}`;
}

const mentionless = (uri: string) => pathOf(uri) ?? uri;

function pathOf(uri: string): string | undefined {
  if (!uri.startsWith('file://')) return undefined;
  try {
    const url = new URL(uri);
    return `${fileURLToPath(`file://${url.pathname}`)}${/^#L\d+(?:-L?\d+)?$/.test(url.hash) ? url.hash : ''}`;
  } catch {
    return undefined;
  }
}
