import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isObject } from '@loadout/core';
import { jsonIn } from '@loadout/node';
import { errors } from '../errors.js';
import type {
  GetSubagentMessagesOptions,
  ListSubagentsOptions,
  SessionMessage,
  SessionStore,
  SessionStoreEntry,
} from '../types/sessions.js';
import { aboutFile } from './about-agent.js';
import { AGENTS_FOLDER } from './claude-format.js';
import { isLinked } from './entry.js';
import { findSession, isSessionId } from './find-session.js';
import { mainLine } from './main-line.js';
import { projectKeyOf } from './projects.js';
import { page, readEntries, toMessage } from './session-messages.js';

/** The ids of the agents that a session started, including those that its agents started. */
export async function listSubagents(sessionId: string, options: ListSubagentsOptions = {}): Promise<string[]> {
  if (!isSessionId(sessionId)) return [];
  const paths =
    options.sessionStore === undefined
      ? await filesOf(sessionId, options.dir)
      : await subpathsIn(options.sessionStore, { sessionId, projectKey: projectKeyOf(options.dir) });
  return page([...new Set(paths.map(idOf))], options);
}

/** The messages of an agent that a session started. Empty if there is no such agent. */
export async function getSubagentMessages(
  sessionId: string,
  agentId: string,
  options: GetSubagentMessagesOptions = {},
): Promise<SessionMessage[]> {
  if (!isSessionId(sessionId) || agentId === '') return [];
  const { entries, about } = await (options.sessionStore === undefined
    ? fromFile(sessionId, { agentId, dir: options.dir })
    : fromStore(options.sessionStore, { sessionId, agentId, projectKey: projectKeyOf(options.dir) }));
  const [callId, parent] = [textIn(about, 'toolUseId'), textIn(about, 'parentAgentId')];
  const line = mainLine(entries.filter(isLinked), { isSide: true });
  const messages = line.filter(({ type }) => type === 'user' || type === 'assistant');
  return page(
    messages.map((entry) => toMessage(entry, { callId, agentId: parent })),
    options,
  );
}

interface AgentRecord {
  readonly entries: readonly SessionStoreEntry[];
  readonly about: unknown;
}

const idOf = (path: string): string => basename(path, '.jsonl').slice('agent-'.length);

const isAgents = (path: string): boolean => basename(path).startsWith('agent-');

const textIn = (value: unknown, field: string): string | undefined =>
  isObject(value) && typeof value[field] === 'string' ? value[field] : undefined;

async function filesOf(sessionId: string, dir: string | undefined): Promise<readonly string[]> {
  const found = await findSession(sessionId, dir);
  return found === undefined ? [] : agentFiles(found.file);
}

/** The agents' files of the session in this file. */
export async function agentFiles(file: string): Promise<readonly string[]> {
  const folder = join(file.replace(/\.jsonl$/, ''), AGENTS_FOLDER);
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  return names
    .filter((name) => isAgents(name) && name.endsWith('.jsonl'))
    .sort()
    .map((name) => join(folder, name));
}

async function fromFile(
  sessionId: string,
  { agentId, dir }: { readonly agentId: string; readonly dir: string | undefined },
): Promise<AgentRecord> {
  const file = (await filesOf(sessionId, dir)).find((one) => idOf(one) === agentId);
  if (file === undefined) return { entries: [], about: undefined };
  return { entries: await readEntries(file), about: jsonIn(await readFile(aboutFile(file), 'utf8').catch(() => '')) };
}

async function subpathsIn(store: SessionStore, key: { sessionId: string; projectKey: string }): Promise<readonly string[]> {
  if (store.listSubkeys === undefined) throw errors.SDK_STORE_CANNOT({ method: 'listSubkeys' });
  return (await store.listSubkeys(key)).filter((path) => path.startsWith(`${AGENTS_FOLDER}/`) && isAgents(path));
}

async function fromStore(
  store: SessionStore,
  { sessionId, agentId, projectKey }: { readonly sessionId: string; readonly agentId: string; readonly projectKey: string },
): Promise<AgentRecord> {
  const direct = `${AGENTS_FOLDER}/agent-${agentId}`;
  const known = store.listSubkeys === undefined ? [direct] : await subpathsIn(store, { sessionId, projectKey });
  const subpath = known.find((path) => idOf(path) === agentId);
  const all = subpath === undefined ? [] : ((await store.load({ projectKey, sessionId, subpath })) ?? []);
  const isAbout = (entry: SessionStoreEntry) => entry.type === 'agent_metadata';
  return { entries: all.filter((entry) => !isAbout(entry)), about: all.findLast(isAbout) };
}
