import type { Block } from '@loadout/core/model';
import type { StreamPart } from '../model/language-model.js';
import { OPAQUE } from '../request/prompt.js';
import { withOptions } from './tool-block.js';

/** Parts that end a block or begin one, or that say nothing for a conversation. */
const PASSING = /^(stream-start|raw|ping|tool-input-(start|end))$/;

/**
 * The block of a part that is whole as it comes: a file, or data that only its provider takes back. A part of a type that this
 * package does not know is kept too, but not sent.
 */
export function ownedBlock(part: StreamPart): Block | undefined {
  if (PASSING.test(part.type)) return undefined;
  if (part.type === 'file') return fileBlock(part);
  if (part.type === 'tool-result') return resultBlock(part);
  const { providerMetadata, ...fields } = part;
  if (part.type === 'custom' || part.type === 'reasoning-file')
    return { type: OPAQUE, part: withOptions(fields, providerMetadata) };
  return { type: `${OPAQUE}_${part.type.toLowerCase().replace(/[^a-z0-9_]/g, '_')}`, part };
}

/** The result of a tool that ran at the provider. A preliminary one is replaced by the next. */
function resultBlock({ toolCallId, toolName, result, isError, preliminary, providerMetadata }: StreamPart): Block | undefined {
  if (preliminary === true) return undefined;
  const output = { type: isError === true ? 'error-json' : 'json', value: result };
  return { type: OPAQUE, part: withOptions({ type: 'tool-result', toolCallId, toolName, output }, providerMetadata) };
}

/** A picture or a document that the model made, in the shape of the Messages API. */
function fileBlock({ mediaType, data, providerMetadata }: StreamPart): Block {
  const type = String(mediaType).startsWith('image/') ? 'image' : 'document';
  const kept = providerMetadata === undefined ? {} : { providerState: providerMetadata };
  return { type, source: sourceOf(data, String(mediaType)), ...kept };
}

function sourceOf(data: unknown, mediaType: string): object {
  // Version 4 wraps the data.
  const {
    type,
    url,
    data: inner,
  } = (isPlain(data) ? { type: 'data', data } : data) as {
    readonly type: string;
    readonly url?: URL | string;
    readonly data?: string | Uint8Array;
  };
  if (type === 'url') return { type: 'url', url: String(url) };
  return { type: 'base64', media_type: mediaType, data: typeof inner === 'string' ? inner : base64(inner) };
}

const isPlain = (data: unknown): data is string | Uint8Array => typeof data === 'string' || data instanceof Uint8Array;
const base64 = (bytes: Uint8Array = new Uint8Array()): string => Buffer.from(bytes).toString('base64');
