import { ownPackage } from '@loadout/command';
import type { chat } from '../arguments/chat-definition.js';
import { chosenSession } from '../chat-start/chat-flags.js';
import { isPlain } from '../chat-start/is-plain.js';
import { plainChat } from '../chat-start/plain-chat.js';
import { programChat } from '../chat-start/program-chat.js';
import { errors } from '../errors.js';
import { checkRunFlags } from '../run/prepare-agent.js';
import type { Command } from './command.js';

export const execute: Command<typeof chat> = async ({ positionals: [name], flags }, io) => {
  checkRunFlags(flags, { resume: chosenSession(flags) });
  if (!io.isTerminal || io.stdin.isTTY !== true) throw errors.CHAT_NO_TERMINAL({});
  if (flags['no-color']) io.withoutColour();
  const program = isPlain(flags, io.env) ? undefined : await ownPackage('@loadout/chat', () => import('@loadout/chat'));
  return program === undefined ? plainChat({ name, flags }, io) : programChat({ name, flags, program }, io);
};
