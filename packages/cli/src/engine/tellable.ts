import { isLoadoutError, messageOf } from '@loadout/core';

/** An error in one line, with what to do about it. */
export function tellable(error: unknown): string {
  const message = messageOf(error);
  return (isLoadoutError(error) && error.fix !== undefined ? `${message} ${error.fix}` : message).replace(/\s*\n\s*/g, ' ');
}
