/** Describes a failure. The system's message is rewritten, since it names a descriptor that means nothing to people. */
export function whyNot(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'syscall' in error ? error.message.replace(/, \w+( '.*)?$/s, '') : error.message;
}
