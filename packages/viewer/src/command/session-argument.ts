import type { CommandArgument } from '@loadout/core/commands';

export const sessionArgument = {
  name: 'session',
  optional: true,
  help: 'A session id, the beginning of an id, a name, or latest (default).',
} as const satisfies CommandArgument;
