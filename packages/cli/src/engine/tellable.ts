import { isLoadoutError } from '@loadout/core';

/** An error in one line, with what to do about it. */
export function tellable(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return (isLoadoutError(error) && error.fix !== undefined ? `${message} ${error.fix}` : message).replace(/\s*\n\s*/g, ' ');
}
