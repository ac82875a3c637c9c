import { printableJson } from '@loadout/command';
import { findSession, readRecording } from '@loadout/command/runs';
import { configFlags, defineCommand, engineFlag } from '@loadout/core/commands';
import { sessionPage } from '../sessions/session-page.js';
import { sessionArgument } from './session-argument.js';

const definition = {
  name: 'sessions export',
  group: 'look',
  summary: 'Print a session as a page of Markdown, or as its events.',
  positionals: [sessionArgument],
  flags: [
    ...configFlags,
    engineFlag,
    { name: 'format', value: 'FORMAT', choices: ['md', 'jsonl'], help: 'md (default) or jsonl.' },
  ],
  details: [
    'Declared secrets are hidden. Everything else that the agent read or wrote is in the page: look before you share it.',
  ],
  examples: ['latest --format jsonl'],
} as const;

/** Prints a session for people or programs that are not at this machine. Secrets of the configuration are hidden. */
export default defineCommand(definition, async ({ positionals: [given = 'latest'], flags }, host) => {
  const source = await host.sessions([given], flags);
  try {
    const { file, session } = findSession(source.given[0] ?? given, source);
    const events = readRecording(file);
    if ((flags.format ?? 'md') === 'md') host.out(sessionPage(session.header, events));
    else for (const event of events) host.out(`${printableJson(event)}\n`);
    return 0;
  } finally {
    source.close();
  }
});
