import { defineErrors } from '@loadout/core';

/** Every error of this package. */
export const table = {
  AGUI_INPUT: {
    message: (p: { field: string; problem: string }) => `The field ${p.field} of the AG-UI input ${p.problem}.`,
    fix: () => 'Send a RunAgentInput of AG-UI 1.0 without tools of the client.',
  },
  AGUI_WAITS: {
    message: (p: { thread: string; open: readonly string[] }) =>
      `The thread ${p.thread} waits for ${p.open.length === 0 ? 'no answer' : `answers to ${p.open.join(' and ')}`}.`,
    fix: (p: { open: readonly string[] }) =>
      p.open.length === 0
        ? 'Send the new message without resume.'
        : 'Send resume with an entry for each open interrupt of the last run, and no new message.',
  },
};

export const errors = defineErrors(table);
