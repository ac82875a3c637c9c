import { defineErrors } from '@loadout/core';

/** Every error of this package. */
export const table = {
  QUESTIONS_DECLINED: {
    message: (p: { words?: string }) =>
      p.words === undefined || p.words === ''
        ? 'The user declined to answer.'
        : `The user declined to answer and says: ${p.words}`,
    fix: () => 'Do not ask the same again: go on without the answer, or say what you cannot do without it.',
  },
  PAUSE_ABORTED: {
    message: (p: { reason: string; words?: string }) =>
      `The person did not let the work continue after the pause (${p.reason}).${p.words ? ` They say: ${p.words}` : ''}`,
    fix: () => 'Stop here and say what is done and what is not.',
  },
  PAUSE_TIMED_OUT: {
    message: (p: { seconds: number }) => `Nobody answered within ${p.seconds} seconds, so the pause is over.`,
    fix: () => 'Leave what needs a person undone and say so.',
  },
  SETTING_UNKNOWN: {
    message: (p: { key: string; keys: readonly string[] }) =>
      `There is no setting ${JSON.stringify(p.key)} that may be changed here. There are: ${p.keys.join(', ') || 'none'}.`,
    fix: () => 'See what each means with the action list.',
  },
};

export const errors = defineErrors(table);
