import { isObject } from '@loadout/core';
import type { ApiError } from './api-error-rows.js';

type Fields = Readonly<Record<string, unknown>>;

/** The error that a body or an event reports. `status` is a status that the error itself names. */
export type ReadError = Pick<ApiError, 'type' | 'code' | 'message' | 'retryAfterMs' | 'status'>;

/** The error of a body, in the forms that servers give it: an object, a text, a list, or fields of the body itself. */
export function errorIn(body: unknown): ReadError | undefined {
  if (Array.isArray(body)) return errorIn(body[0]);
  if (!isObject(body)) return undefined;
  const { error } = body;
  if (typeof error === 'string') return { message: error };
  const fields = isObject(error) ? error : body;
  const message = textOf(fields.message) ?? detailOf(fields.detail) ?? textOf(fields.msg);
  if (message === undefined) return undefined;
  return {
    message,
    type: textOf(fields.type) ?? textOf(fields.status),
    code: inDetails(fields.details, 'error_code') ?? inDetails(fields.details, 'reason') ?? textOf(fields.code),
    retryAfterMs: waitIn(fields.details),
    status: statusOf(fields.code),
  };
}

/** The error of an event; `undefined` for an event that reports none. */
export function errorInEvent(type: string, value: Fields): ReadError | undefined {
  const told = type === 'response.failed' ? value.response : value;
  const isError =
    type === 'error' || type === 'response.failed' || value.object === 'error' || isObject(value.error) || isText(value.error);
  return isError ? (errorIn(told) ?? { message: 'nothing' }) : undefined;
}

/** The value of an event that is called `error`, whose data may be the error itself or a text that is not JSON. */
export function errorEventValue(data: string): Fields {
  const told = parsed(data) ?? data;
  return isObject(told) && told.error !== undefined ? told : { error: told };
}

/** The error of a body that is a text. A gateway's HTML page says nothing to a reader of a terminal. */
export function errorInText(body: string): ReadError {
  const plain = body.trimStart().startsWith('<') ? 'an HTML page' : body.trim() || 'nothing';
  return errorIn(parsed(body)) ?? { message: plain };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Servers also have numbers of their own, which are no status. */
const statusOf = (code: unknown): number | undefined =>
  typeof code === 'number' && code >= 400 && code < 600 ? code : undefined;

const detailOf = (detail: unknown): string | undefined =>
  textOf(detail) ?? (detail === undefined || detail === null ? undefined : JSON.stringify(detail));

/** A field of the details, which are an object or a list of objects. */
function inDetails(details: unknown, field: string): string | undefined {
  const found = [details].flat().find((one) => isObject(one) && isText(one[field]));
  return isObject(found) ? textOf(found[field]) : undefined;
}

/** Google says in the details of an error how long to wait: `retryDelay: 34s`. */
function waitIn(details: unknown): number | undefined {
  const seconds = Number.parseFloat(inDetails(details, 'retryDelay') ?? '');
  return seconds >= 0 ? seconds * 1000 : undefined;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const textOf = (value: unknown): string | undefined => (isText(value) ? value : undefined);
