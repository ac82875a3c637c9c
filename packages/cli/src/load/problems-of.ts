import type { Diagnostic } from '@loadout/config';
import { isLoadoutError, type LoadoutError } from '@loadout/core';

/** The problems of a configuration. Its error carries all of them. */
export function problemsOf(error: unknown): readonly Diagnostic[] | undefined {
  if (!isLoadoutError(error) || /^(?:TRUST|LOCK)_/.test(error.code)) return undefined;
  if ('problems' in error && Array.isArray(error.problems)) return error.problems as Diagnostic[];
  return [{ ...diagnosticOf(error), path: '', severity: 'error' }];
}

/** An error as the parts of a problem. */
export const diagnosticOf = ({ code, message, fix, position }: LoadoutError): Omit<Diagnostic, 'path' | 'severity'> => ({
  code,
  message,
  ...(fix === undefined ? {} : { fix }),
  ...(position === undefined ? {} : { position }),
});
