import { ownPackage } from '@loadout/command';
import type { Command } from '../arguments/command.js';
import type { chat } from '../arguments/run-definitions.js';
import { chosenSession, isPlain } from '../chat/chat-flags.js';
import { plainChat } from '../chat/plain-chat.js';
import { programChat } from '../chat/program-chat.js';
import { errors } from '../errors.js';
import { checkFork } from '../run/prepare-agent.js';

export const execute: Command<typeof chat> = async ({ positionals: [name], flags }, io) => {
  checkFork(flags, { resume: chosenSession(flags) });
  if (!io.canAsk) throw errors.CHAT_NO_TERMINAL({});
  if (flags['no-color']) io.withoutColour();
  const program = isPlain(flags, io.env) ? undefined : await ownPackage('@loadout/chat', () => import('@loadout/chat'));
  return program === undefined ? plainChat({ name, flags }, io) : programChat({ name, flags, program }, io);
};
