import type { Diagnostic } from '@loadout/config';
import { isLoadoutError } from '@loadout/core';

/** The problems of a configuration. Its error carries all of them. */
export function problemsOf(error: unknown): readonly Diagnostic[] | undefined {
  if (!isLoadoutError(error) || /^(?:TRUST|LOCK)_/.test(error.code)) return undefined;
  if ('problems' in error && Array.isArray(error.problems)) return error.problems as Diagnostic[];
  const { code, message, fix, position } = error;
  return [
    {
      code,
      message,
      path: '',
      severity: 'error',
      ...(fix === undefined ? {} : { fix }),
      ...(position === undefined ? {} : { position }),
    },
  ];
}
