import { printable } from '@loadout/command';
import { placeOfSession } from '@loadout/command/runs';
import { nameSession } from '@loadout/runner';
import type { sessionsName } from '../arguments/inspect-definitions.js';
import { workplaceOf } from '../load/session-folder.js';
import type { Command } from './command.js';

export const execute: Command<typeof sessionsName> = async ({ positionals: [given = '', name = ''], flags }, io) => {
  const place = placeOfSession(given, await workplaceOf(flags, io));
  nameSession(place, name);
  io.out(printable(`Named ${place.id}: ${name.trim()}\n`));
  return 0;
};
