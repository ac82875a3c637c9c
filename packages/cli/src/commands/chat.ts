import { ownPackage } from '@loadout/command';
import type { chat } from '../arguments/chat-definition.js';
import { chosenSession, isPlain } from '../chat-start/chat-flags.js';
import { errors } from '../errors.js';
import { checkRunFlags } from '../run/prepare-agent.js';
import type { Command } from './command.js';

export const execute: Command<typeof chat> = async ({ positionals: [name], flags }, io) => {
  checkRunFlags(flags, { resume: chosenSession(flags) });
  if (!io.isTerminal || io.stdin.isTTY !== true) throw errors.CHAT_NO_TERMINAL({});
  if (flags['no-color']) io.withoutColour();
  const program = isPlain(flags, io.env) ? undefined : await ownPackage('@loadout/chat', () => import('@loadout/chat'));
  if (program === undefined) return (await import('../chat-start/plain-chat.js')).plainChat({ name, flags }, io);
  return (await import('../chat-start/program-chat.js')).programChat({ name, flags, program }, io);
};
