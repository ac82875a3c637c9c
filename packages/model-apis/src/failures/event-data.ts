import { isLoadoutError, isObject, messageOf } from '@loadout/core';

/** Makes the error of a provider for a stream that cannot be read. */
type Refuse = (problem: string, cause?: unknown) => Error;

/** The object that an event's data is. */
export function eventObject(data: string, refuse: Refuse): object {
  const value = parsed(data, refuse);
  if (typeof value !== 'object' || value === null) throw refuse(`an event's data is ${JSON.stringify(data.slice(0, 100))}`);
  return value;
}

function parsed(data: string, refuse: Refuse): unknown {
  try {
    return JSON.parse(data);
  } catch (cause) {
    throw refuse(`an event's data is not JSON: ${JSON.stringify(data.slice(0, 100))}`, cause);
  }
}

/** The error for an event that cannot be read: what is not an error of our own was thrown by its shape. */
export const unreadableEvent = (thrown: unknown, refuse: Refuse): Error =>
  isLoadoutError(thrown) ? thrown : refuse(`an event cannot be read: ${messageOf(thrown)}`, thrown);

/** The object that the input of a call is; `undefined` for any other text. */
export function inputObject(json: string): object | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
