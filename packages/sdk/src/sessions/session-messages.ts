import { readFile } from 'node:fs/promises';
import type { GetSessionMessagesOptions, SessionMessage, SessionStoreEntry } from '../types/sessions.js';
import { type Entry, idsIn, isLinked, parseEntries, queuedPrompt } from './entry.js';
import { findSession, isSessionId } from './find-session.js';
import { mainLine } from './main-line.js';
import { projectKeyOf } from './projects.js';

/** The current conversation of a session, oldest message first. Empty if there is no such session. */
export async function getSessionMessages(sessionId: string, options: GetSessionMessagesOptions = {}): Promise<SessionMessage[]> {
  const entries = (await entriesOf(sessionId, options)).filter(isLinked);
  const line = withQueued(mainLine(entries, { isSide: false })).filter((entry) =>
    isShown(entry, options.includeSystemMessages === true),
  );
  return page(
    line.map((entry) => toMessage(entry)),
    options,
  );
}

/** All lines of a session, from a store or from its file. */
async function entriesOf(
  sessionId: string,
  { dir, sessionStore }: Pick<GetSessionMessagesOptions, 'dir' | 'sessionStore'>,
): Promise<readonly SessionStoreEntry[]> {
  if (!isSessionId(sessionId)) return [];
  if (sessionStore !== undefined) return (await sessionStore.load({ projectKey: projectKeyOf(dir), sessionId })) ?? [];
  const found = await findSession(sessionId, dir);
  return found === undefined ? [] : readEntries(found.file);
}

export const readEntries = async (file: string): Promise<readonly SessionStoreEntry[]> =>
  parseEntries((await readFile(file, 'utf8')).split('\n'));

/**
 * Adds prompts that were sent while the model was working. Such a prompt counts as a message once an answer or a tool result
 * follows, because the model has then read it.
 */
function withQueued(line: readonly Entry[]): readonly Entry[] {
  let isHeard = false;
  const backwards = [...line].reverse().map((entry): Entry => {
    const queued = queuedPrompt(entry);
    if (queued !== undefined && isHeard)
      return {
        ...entry,
        type: 'user',
        uuid: queued.uuid,
        message: { role: 'user', content: queued.prompt },
        isQueuedCommand: true,
      };
    if (entry.type === 'assistant' || idsIn(entry, 'tool_result', 'tool_use_id').length > 0) isHeard = true;
    else if (entry.type === 'user' && entry.isMeta !== true && entry.isCompactSummary !== true) isHeard = false;
    return entry;
  });
  return backwards.reverse();
}

function isShown(entry: Entry, withSystem: boolean): boolean {
  if (entry.type !== 'user' && entry.type !== 'assistant' && !(withSystem && entry.type === 'system')) return false;
  return entry.isMeta !== true && entry.isSidechain !== true && !entry.teamName;
}

export function toMessage(entry: Entry, { callId, agentId }: { callId?: string | undefined; agentId?: string | undefined } = {}) {
  return {
    type: entry.type as SessionMessage['type'],
    uuid: entry.uuid,
    session_id: String(entry.sessionId ?? ''),
    message: entry.message,
    parent_tool_use_id: callId ?? null,
    parent_agent_id: agentId ?? null,
    ...(entry.isCompactSummary === true ? { isCompactSummary: true } : {}),
    ...(entry.isQueuedCommand === true ? { isQueuedCommand: true } : {}),
    ...(entry.isCompactSummary === true || entry.isVisibleInTranscriptOnly === true ? { is_meta: true } : {}),
    timestamp: entry.timestamp,
  } satisfies SessionMessage;
}

export function page<T>(
  items: readonly T[],
  { limit, offset = 0 }: { limit?: number | undefined; offset?: number | undefined },
): T[] {
  return items.slice(offset, limit !== undefined && limit > 0 ? offset + limit : undefined);
}
