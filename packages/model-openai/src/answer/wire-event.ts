import { errorEventValue, eventObject } from '@loadout/model-apis';
import { errors } from '../errors.js';

/** An event of a stream, its data parsed. */
export interface WireEvent {
  /** The type in the data, else the name of the event; empty if there is neither. */
  readonly type: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** The sign of a server that nothing follows. */
export const DONE: WireEvent = { type: '[DONE]', value: {} };

export const invalid = (problem: string, cause?: unknown) => errors.MODEL_STREAM_INVALID({ problem }, { cause });

/** Makes an event of its data and its name. Throws MODEL_STREAM_INVALID for data that is not a JSON object. */
export function toWireEvent(data: string, name: string): WireEvent | undefined {
  if (data.trim() === '[DONE]') return DONE;
  if (data === '') return undefined;
  if (name === 'error') return { type: 'error', value: errorEventValue(data) };
  const value = eventObject(data, invalid) as WireEvent['value'];
  return { type: typeof value.type === 'string' ? value.type : name, value };
}
