import { isLoadoutError, messageOf } from '@loadout/core';

/** An error as one line, with its fix. */
export function tellable(error: unknown): string {
  const message = messageOf(error);
  return (isLoadoutError(error) && error.fix !== undefined ? `${message} ${error.fix}` : message).replace(/\s*\n\s*/g, ' ');
}
