import { errorEventValue, eventObject } from '@loadout/model-apis';
import { errors } from '../errors.js';

/** An event of a stream, its data parsed. */
export interface WireEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** Makes an event of its data and its name. Throws MODEL_STREAM_INVALID for data that is not a JSON object. */
export function toWireEvent(data: string, name: string): WireEvent | undefined {
  if (data === '[DONE]') return undefined;
  if (name === 'error') return { ...errorEventValue(data), type: 'error' };
  const value = eventObject(data, invalid);
  return 'type' in value && typeof value.type === 'string' ? (value as WireEvent) : { ...value, type: name };
}

export const invalid = (problem: string, cause?: unknown) => errors.MODEL_STREAM_INVALID({ problem }, { cause });
