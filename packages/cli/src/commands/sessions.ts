import { existsSync } from 'node:fs';
import {
  claudeProjects,
  cost,
  localTime,
  oneLine,
  outcomeWord,
  ownName,
  ownPackage,
  plural,
  size,
  table,
} from '@loadout/command';
import { describeSession, placeOfSession, type SessionLine } from '@loadout/command/runs';
import type { CommandCall } from '@loadout/core/commands';
import { listSessions, nameSession } from '@loadout/sessions';
import type { Command } from '../arguments/command.js';
import type { sessions, sessionsName } from '../arguments/definitions.js';
import type { Io } from '../io.js';
import { openSessions, type SessionSource, workplaceOf } from '../load/session-source.js';

const NEWEST = 20;

const MOST = 10_000;

export const listAll: Command<typeof sessions> = async ({ flags }, io) => {
  const source = await openSessions(flags.all ? MOST : NEWEST, { flags, io, command: 'sessions' });
  try {
    return await list(source, { flags, io });
  } finally {
    source.close();
  }
};

async function list(
  { workspace, sessions: folder }: SessionSource,
  { flags, io }: { readonly flags: CommandCall<typeof sessions>['flags']; readonly io: Io },
): Promise<number> {
  const own = listSessions(folder);
  const foreign = flags.engine ? [] : await sdkSessions(workspace, io);
  const most = flags.all ? Number.POSITIVE_INFINITY : NEWEST;
  const shown = [...own.slice(0, most).map(describeSession), ...foreign.slice(0, most)]
    .sort((a, b) => (a.modified < b.modified ? 1 : -1))
    .slice(0, most);
  const more = own.length + foreign.length - shown.length;
  if (flags.json) io.json(shown);
  else if (shown.length === 0) io.out(`No sessions in ${folder.dir}.\n`);
  else {
    io.out(table(shown.map(row), [3, 4, 6]));
    if (more > 0) io.tell(`${more} more with --all.\n`);
    if (shown.some(isForeign)) io.tell(`Continue an agent-sdk session with: ${ownName(io.env)} -p --resume ID "prompt"\n`);
  }
  return 0;
}

const isForeign = ({ state }: SessionLine) => state === 'agent-sdk';

const row = (one: SessionLine) => [
  one.id,
  localTime(new Date(one.modified)),
  oneLine(one.agent, 24),
  one.turns === undefined ? '' : plural(one.turns, 'turn'),
  size(one.bytes),
  one.state === 'ended' && one.outcome !== undefined ? outcomeWord(one.outcome) : one.state,
  one.costUsd === null ? 'cost ?' : one.costUsd === undefined || one.costUsd === 0 ? '' : cost(one.costUsd),
  oneLine(one.name === undefined ? one.prompt : `[${one.name}] ${one.prompt}`, 50),
];

/** The sessions of this folder that the Agent SDKs' engine stores. Empty if the engine is not installed or stores none. */
async function sdkSessions(workspace: string, { env }: Pick<Io, 'env'>): Promise<readonly SessionLine[]> {
  if (!existsSync(claudeProjects(env))) return [];
  const sdk = await ownPackage('@loadout/sdk', () => import('@loadout/sdk'));
  const found = (await sdk?.listSessions({ dir: workspace, includeWorktrees: false })) ?? [];
  return found.map(({ sessionId, summary, lastModified, fileSize = 0 }) => ({
    id: sessionId,
    modified: new Date(lastModified).toISOString(),
    agent: '',
    bytes: fileSize,
    state: 'agent-sdk',
    prompt: summary,
  }));
}

export const nameOne: Command<typeof sessionsName> = async ({ positionals: [given = '', name = ''], flags }, io) => {
  const place = placeOfSession(given, await workplaceOf(flags, io));
  nameSession(place, name);
  io.out(`Named ${place.id}: ${name.trim()}\n`);
  return 0;
};
