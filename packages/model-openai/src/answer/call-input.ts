import { randomUUID } from 'node:crypto';
import type { ModelEvent } from '@loadout/core/model';
import { inputObject } from '@loadout/model-apis';

/**
 * An id of our own for a call. Servers repeat theirs, in a message and from turn to turn, leave them out, or make them longer than
 * others take; an id only has to bind a call to its result.
 */
const newCallId = (): string => `call_${randomUUID().replaceAll('-', '').slice(0, 24)}`;

export interface Call {
  readonly name: string;
  readonly json: string;
  readonly providerState?: unknown;
}

/** The block of a complete call. Input is parsed here, once and strictly; text that is not a JSON object becomes `malformed`. */
export function callEvent({ name, json, providerState }: Call): Extract<ModelEvent, { type: 'block' }> {
  const input = json.trim() === '' ? {} : inputObject(json);
  const state = providerState === undefined ? {} : { providerState };
  const block = { type: 'tool_use', id: newCallId(), name, input: input ?? {}, ...state } as const;
  return input === undefined ? { type: 'block', block, malformed: json } : { type: 'block', block };
}
