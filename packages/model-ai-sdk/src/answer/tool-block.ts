import { isObject } from '@loadout/core';
import type { Block } from '@loadout/core/model';
import { inputObject } from '@loadout/model-apis';
import type { ProviderData, StreamPart } from '../model/language-model.js';
import { OPAQUE } from '../request/prompt.js';

/** The block of a call: for us to run, or a part to send back if the provider runs the tool itself. */
export function toolBlock(part: StreamPart): { readonly block: Block; readonly malformed?: string } {
  const { toolCallId, toolName, providerExecuted, providerMetadata } = part;
  const { input, malformed } = parsed(part.input);
  if (providerExecuted === true) {
    const sent = { type: 'tool-call', toolCallId, toolName, input: input ?? part.input, providerExecuted };
    return { block: { type: OPAQUE, part: withOptions(sent, providerMetadata) } };
  }
  const kept = providerMetadata === undefined ? {} : { providerState: providerMetadata };
  const block: Block = { type: 'tool_use', id: String(toolCallId), name: String(toolName), input: input ?? {}, ...kept };
  return malformed === undefined ? { block } : { block, malformed };
}

/** A provider hands on the input as it came, whether it is JSON or not. */
function parsed(given: unknown): { readonly input?: object; readonly malformed?: string } {
  if (isObject(given)) return { input: given };
  const text = String(given ?? '');
  if (text.trim() === '') return { input: {} };
  const input = inputObject(text);
  return input === undefined ? { malformed: text } : { input };
}

export const withOptions = <T extends object>(
  part: T,
  metadata: ProviderData | undefined,
): T & { providerOptions?: ProviderData } => (metadata === undefined ? part : { ...part, providerOptions: metadata });
