import { fileURLToPath } from 'node:url';
import type { ContentBlock } from '@agentclientprotocol/sdk';
import type { Block } from '@loadout/core/model';
import { errors } from '../errors.js';

const IMAGES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/**
 * The prompt of a client as the model gets it. A link to a file becomes `@path`, which the runner reads under the rules of the agent;
 * an embedded file is text of the person. Only words that the person typed can begin a command. Throws ACP_PROMPT.
 */
export function promptBlocks(prompt: readonly ContentBlock[]): readonly Block[] {
  let text = '';
  let before: ContentBlock | undefined;
  const images: Block[] = [];
  for (const block of prompt) {
    if (block.type === 'image') {
      images.push(imageOf(block));
      continue;
    }
    const isTyped = block.type === 'text';
    const part = isTyped ? block.text : attached(textOf(block), text);
    text += isTyped && before?.type !== 'text' ? apart(part, text) : part;
    before = block;
  }
  if (text === '' && images.length === 0) throw errors.ACP_PROMPT({ problem: 'it is empty' });
  return text === '' ? images : [{ type: 'text', text }, ...images];
}

function imageOf({ data, mimeType }: Extract<ContentBlock, { type: 'image' }>): Block {
  if (!IMAGES.includes(mimeType))
    throw errors.ACP_PROMPT({ problem: `a picture has the type ${mimeType}; supported are ${IMAGES.join(', ')}` });
  return { type: 'image', source: { type: 'base64', media_type: mimeType, data } };
}

/** A part with a space before it, if the words before it would go on in it. */
const apart = (part: string, before: string) => (/^$|\s$/.test(before) || /^\s/.test(part) ? part : ` ${part}`);

/** A file behind the words before it. It is never the name of a command, nor a part of one. */
const attached = (part: string, before: string) =>
  before.trim() === '' && part.trimStart().startsWith('/') ? `Attached: ${part}` : apart(part, before);

function textOf(block: Exclude<ContentBlock, { type: 'image' | 'text' }>): string {
  switch (block.type) {
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
