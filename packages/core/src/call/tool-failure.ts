import type { LoadoutError } from '../contract/errors.js';
import { isLoadoutError, messageOf } from '../errors/loadout-error.js';
import { errors } from '../errors.js';

/**
 * Turns a thrown value into an error for the model. A `LoadoutError` keeps its code and fix; any other value is the tool's
 * failure with its own message (PIPE-09).
 */
export function toolFailure(error: unknown, call: { readonly tool: { readonly name: string } }): LoadoutError {
  if (isLoadoutError(error)) return error;
  return errors.TOOL_FAILED({ name: call.tool.name, message: messageOf(error) }, { cause: error });
}

/** The failure of a tool that ran, whatever code the tool's own error has. */
export class RunFailure extends Error {
  readonly error: LoadoutError;
  readonly durationMs: number;
  readonly interrupted: boolean;

  constructor(error: LoadoutError, details: { readonly durationMs: number; readonly interrupted: boolean }) {
    super(error.message, { cause: error });
    this.error = error;
    this.durationMs = details.durationMs;
    this.interrupted = details.interrupted;
  }
}

/** Joins an error's message and its fix into one text. A message of a tool or a hook may lack its full stop. */
export function messageWithFix({ message, fix }: { readonly message: string; readonly fix?: string | undefined }): string {
  if (fix === undefined) return message;
  return /[.!?:\u2026]\s*$/.test(message) ? `${message} ${fix}` : `${message}. ${fix}`;
}

/** The beginning of a value of the wrong kind, for a message about it. */
export const shown = (value: unknown) => (JSON.stringify(value) ?? typeof value).slice(0, 200);
