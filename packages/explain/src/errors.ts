import { usageErrors } from '@loadout/command';
import { defineErrors } from '@loadout/core';

/** Every error of this package. */
export const table = {
  TOOL_LEFT_OUT: {
    message: (p: { name: string; from: string; agent: string; why: string }) =>
      `The agent ${p.agent} does not have the tool ${p.name} of ${p.from}: ${p.why}.`,
    fix: (p: { fix: string }) => p.fix,
  },
};

export const errors = defineErrors({ ...usageErrors, ...table });
