import { isLoadoutError, messageOf } from '@loadout/core';
import { errorEventValue } from '@loadout/model-apis';
import { errors } from '../errors.js';
import { parseData } from './parse-data.js';

/** An event of a stream, its data parsed. */
export interface WireEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** Makes an event of its data and its name. Throws MODEL_STREAM_INVALID for data that is not a JSON object. */
export function toWireEvent(data: string, name: string): WireEvent | undefined {
  if (data === '[DONE]') return undefined;
  if (name === 'error') return { ...errorEventValue(data), type: 'error' };
  const value = parseData(data);
  if (typeof value !== 'object' || value === null) throw invalid(`an event's data is ${JSON.stringify(data.slice(0, 100))}`);
  return typeof (value as WireEvent).type === 'string' ? (value as WireEvent) : { ...value, type: name };
}

export const invalid = (problem: string) => errors.MODEL_STREAM_INVALID({ problem });

/** The error for an event that cannot be read: what is not an error of our own was thrown by its shape. */
export const unreadable = (thrown: unknown) =>
  isLoadoutError(thrown)
    ? thrown
    : errors.MODEL_STREAM_INVALID({ problem: `an event cannot be read: ${messageOf(thrown)}` }, { cause: thrown });
