import { isObject } from '@loadout/core';
import type { ApiError } from '@loadout/core/model-errors';
import { durationMs } from '../answer/rate-limits.js';

/** The error of a body, in the forms that servers give it: an object, a text, a list, or fields of the body itself. */
export function errorIn(
  body: unknown,
): (Pick<ApiError, 'type' | 'code' | 'message' | 'retryAfterMs'> & { readonly number?: number }) | undefined {
  if (Array.isArray(body)) return errorIn(body[0]);
  if (!isObject(body)) return undefined;
  const { error } = body;
  if (typeof error === 'string') return { message: error };
  const fields = isObject(error) ? error : body;
  const message = textOf(fields.message) ?? detailOf(fields.detail) ?? textOf(fields.msg);
  if (message === undefined) return undefined;
  const { code } = fields;
  const number = typeof code === 'number' ? { number: code } : {};
  return {
    message,
    type: textOf(fields.type) ?? textOf(fields.status),
    code: textOf(code),
    retryAfterMs: waitIn(fields.details),
    ...number,
  };
}

/** The error of an event; `undefined` for an event that tells of none. */
export function errorInEvent(type: string, value: Readonly<Record<string, unknown>>): ReturnType<typeof errorIn> {
  if (type === 'error') return errorIn(value) ?? { message: 'nothing' };
  if (type === 'response.failed' && isObject(value.response))
    return errorIn(value.response) ?? { message: 'the response failed' };
  return isObject(value.error) || typeof value.error === 'string' ? (errorIn(value) ?? { message: 'nothing' }) : undefined;
}

const detailOf = (detail: unknown): string | undefined =>
  textOf(detail) ?? (detail === undefined || detail === null ? undefined : JSON.stringify(detail));

/** Google says in the details of an error how long to wait: `retryDelay: 34s`. */
function waitIn(details: unknown): number | undefined {
  if (!Array.isArray(details)) return undefined;
  const found = details.find((one) => isObject(one) && typeof one.retryDelay === 'string');
  return isObject(found) ? durationMs(String(found.retryDelay)) : undefined;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
