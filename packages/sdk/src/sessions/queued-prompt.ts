import { isObject } from '@loadout/core';
import type { Entry } from './entry.js';

/**
 * What a person said while the model was at work: an engine keeps it as an attachment, and its uuid, as the host gave it, inside.
 * `undefined`: the line is nothing of that kind.
 */
export function queuedPrompt(entry: Entry): { readonly uuid: string; readonly prompt: unknown } | undefined {
  const { attachment } = entry;
  if (entry.type !== 'attachment' || !isObject(attachment) || attachment.type !== 'queued_command') return undefined;
  if (attachment.isMeta === true) return undefined;
  const { source_uuid: source, prompt } = attachment;
  return { uuid: typeof source === 'string' && source !== '' ? source : entry.uuid, prompt };
}
