import { printable, printableJson } from '@loadout/command';
import { readRecording } from '@loadout/command/runs';
import type { sessionsExport } from '../arguments/inspect-definitions.js';
import { openSessions } from '../remote/session-source.js';
import { sessionPage } from '../render/session-page.js';
import { findSession } from '../sessions/find-session.js';
import type { Command } from './command.js';

/** Prints a session for people or programs that are not at this machine. Secrets of the configuration are hidden. */
export const execute: Command<typeof sessionsExport> = async ({ positionals: [given = 'latest'], flags }, io) => {
  const source = await openSessions([given], { flags, io, command: 'sessions export' });
  try {
    const { file, session } = findSession(source.given[0] ?? given, source);
    const events = readRecording(file);
    if ((flags.format ?? 'md') === 'md') io.out(printable(sessionPage(session.header, events)));
    else for (const event of events) io.out(`${printableJson(event)}\n`);
    return 0;
  } finally {
    source.close();
  }
};
