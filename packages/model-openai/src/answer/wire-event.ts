import { isLoadoutError, messageOf } from '@loadout/core';
import { errorEventValue } from '@loadout/model-apis';
import { errors } from '../errors.js';
import type { WireEvent } from './assembler.js';

/** The sign of a server that nothing follows. */
export const DONE: WireEvent = { type: '[DONE]', value: {} };

export const invalid = (problem: string) => errors.MODEL_STREAM_INVALID({ problem });

/** Makes an event of its data and its name. Throws MODEL_STREAM_INVALID for data that is not a JSON object. */
export function toWireEvent(data: string, name: string): WireEvent | undefined {
  if (data.trim() === '[DONE]') return DONE;
  if (data === '') return undefined;
  if (name === 'error') return { type: 'error', value: errorEventValue(data) };
  const value = parsed(data);
  if (typeof value !== 'object' || value === null) throw invalid(`an event's data is ${JSON.stringify(data.slice(0, 100))}`);
  const { type } = value as { type?: unknown };
  return { type: typeof type === 'string' ? type : name, value: value as WireEvent['value'] };
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch (cause) {
    const problem = `an event's data is not JSON: ${JSON.stringify(data.slice(0, 100))}`;
    throw errors.MODEL_STREAM_INVALID({ problem }, { cause });
  }
}

/** The error for an event that cannot be read: what is not an error of our own was thrown by its shape. */
export const unreadable = (thrown: unknown) =>
  isLoadoutError(thrown)
    ? thrown
    : errors.MODEL_STREAM_INVALID({ problem: `an event cannot be read: ${messageOf(thrown)}` }, { cause: thrown });
