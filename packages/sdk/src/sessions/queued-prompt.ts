import { isObject } from '@loadout/core';
import type { Entry } from './entry.js';

/**
 * The prompt that a person sent while the model was working. An engine stores it as an attachment, and the uuid from the host
 * inside it. `undefined` for any other line.
 */
export function queuedPrompt(entry: Entry): { readonly uuid: string; readonly prompt: unknown } | undefined {
  const { attachment } = entry;
  if (entry.type !== 'attachment' || !isObject(attachment) || attachment.type !== 'queued_command') return undefined;
  if (attachment.isMeta === true) return undefined;
  const { source_uuid: source, prompt } = attachment;
  return { uuid: typeof source === 'string' && source !== '' ? source : entry.uuid, prompt };
}
