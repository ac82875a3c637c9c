import { defineErrors } from '@loadout/core';

/** Every error of this package. */
export const table = {
  CHECKPOINT_FAILED: {
    message: (p: { path: string; problem: string }) =>
      `${p.path} was not changed, because its current content could not be saved for a rewind. ${p.problem}`,
    fix: () => 'Free space in the session folder, or turn off sessions.checkpoints.',
  },
  REWIND_UNKNOWN: {
    message: (p: { prompt: string }) => `There is no checkpoint for the message ${JSON.stringify(p.prompt)} in this session.`,
    fix: () => 'Name a message that the user sent after sessions.checkpoints was turned on.',
  },
  REWIND_DROPPED: {
    message: (p: { prompt: string }) =>
      `The checkpoint of the message ${JSON.stringify(p.prompt)} is gone: a session keeps those of its last 100 prompts that changed files.`,
  },
  REWIND_PARTLY: {
    message: (p: { problems: readonly string[]; files: number }) =>
      `${p.problems.length} of ${p.files} files could not be restored and were left as they are: ${p.problems.join('; ')}`,
  },
  RESTORE_REFUSED: { message: (p: { path: string; what: string }) => `It was not restored: ${p.what}.` },
  COPY_LOST: { message: (p: { file: string; problem: string }) => `Its copy ${p.file} ${p.problem}.` },
  PATH_MOVED: {
    message: (p: { path: string; leads: string }) => `The folder ${p.path} now leads to ${p.leads}, so nothing was done in it.`,
  },
};

export const errors = defineErrors(table);

/** Describes a failure. The system's message is rewritten, since it names a descriptor that means nothing to people. */
export function whyNot(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'syscall' in error ? error.message.replace(/, \w+( '.*)?$/s, '') : error.message;
}
