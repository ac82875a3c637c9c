import { SLASH_COMMANDS } from '@loadout/command/chat';
import type { Talk } from '../program/talk.js';

export interface ChatCommand {
  readonly name: string;
  readonly takes?: string | undefined;
  readonly summary: string;
  readonly run: (rest: string, talk: Talk) => Promise<void> | void;
}

/** The commands that the plain chat has too. */
const shared: readonly ChatCommand[] = SLASH_COMMANDS.map(({ run, ...command }) => ({
  ...command,
  run: (rest, { session }) => run(rest, session),
}));

export const chatCommands: readonly ChatCommand[] = shared;
