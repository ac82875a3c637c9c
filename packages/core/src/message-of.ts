/** Returns the message of any thrown value, and an empty text for `undefined`. Never throws. */
export function messageOf(error: unknown): string {
  if (error === undefined || error === null) return '';
  if (typeof error !== 'object') return String(error);
  try {
    return 'message' in error ? String(error.message) : String(error);
  } catch {
    return `an ${typeof error} that cannot be shown`;
  }
}
