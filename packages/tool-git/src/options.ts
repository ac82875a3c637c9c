import type { Infer } from '@loadout/core';

/** Options of the plugin in the configuration. */
export const optionsSchema = {
  type: 'object',
  properties: {
    dir: {
      type: 'string',
      minLength: 1,
      default: '.claude/worktrees',
      description:
        'Where working trees are made, relative to the top of the repository. It must be inside the working directories.',
    },
    timeoutSeconds: { type: 'number', exclusiveMinimum: 0, default: 120, description: 'For each call of git.' },
  },
  additionalProperties: false,
} as const;

export type GitOptions = Infer<typeof optionsSchema>;
