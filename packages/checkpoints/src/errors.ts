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
  REWIND_NOT_KEPT: {
    message: (p: { session: string }) => `The session ${p.session} has no checkpoints, so there is no earlier version of a file.`,
    fix: () => 'Add sessions: { checkpoints: true } to the configuration. From then on, files are kept before they change.',
  },
  REWIND_NUMBER: {
    message: (p: { value: string; count: number }) =>
      `There is no prompt ${JSON.stringify(p.value)}. ${p.count === 1 ? 'The session has 1 prompt' : `The session has ${p.count} prompts`}, counted from 1.`,
    fix: (p: { session: string }) => `List the prompts with their numbers: loadout rewind ${p.session}`,
  },
  REWIND_NOT_CONFIRMED: {
    message: (p: { files: number }) =>
      `Nobody is there to say yes to a change of ${p.files === 1 ? '1 file' : `${p.files} files`}, so nothing was changed.`,
    fix: (p: { session: string; number: number }) =>
      `Look at the files, then restore them without a question: loadout rewind ${p.session} ${p.number} --yes`,
  },
  REWIND_OUTSIDE: {
    message: (p: { paths: readonly string[]; folder: string }) =>
      `Nothing was changed, because a rewind without a question stays in ${p.folder}, and it would change ${p.paths.join(', ')}.`,
    fix: () => 'Leave out --yes and answer the question, or name the folder of these files with --cwd.',
  },
  CHECKPOINTS_UNREADABLE: {
    message: (p: { file: string; problem: string }) => `The list of checkpoints ${p.file} cannot be read: ${p.problem}`,
    fix: () => 'Make the file readable for this user.',
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
