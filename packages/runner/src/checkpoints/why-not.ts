/** What went wrong, in words: the system names the descriptor through which it was asked, which tells nobody anything. */
export function whyNot(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'syscall' in error ? error.message.replace(/, \w+( '.*)?$/s, '') : error.message;
}
