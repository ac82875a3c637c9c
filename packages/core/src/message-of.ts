/** What a thrown thing says, whatever it is: nothing for `undefined`, and never a throw of its own. */
export function messageOf(error: unknown): string {
  if (error === undefined || error === null) return '';
  if (typeof error !== 'object') return String(error);
  try {
    return 'message' in error ? String(error.message) : String(error);
  } catch {
    return `an ${typeof error} that cannot be shown`;
  }
}
