import type { SDKSessionInfo, SessionKey, SessionStoreEntry, SessionSummaryEntry } from '../types/sessions.js';
import { promptOf } from './first-prompt.js';

/** Fields of an entry, each with the place that stores its last value. */
const LAST = {
  customTitle: 'customTitle',
  aiTitle: 'aiTitle',
  lastPrompt: 'lastPrompt',
  summary: 'summaryHint',
  gitBranch: 'gitBranch',
};

/**
 * Updates the summary of a session with more entries. Meant for a store's `append`, with one call at a time per session. `mtime`
 * is the time of the store's write; without it, the time stays unchanged.
 */
export function foldSessionSummary(
  before: SessionSummaryEntry | undefined,
  key: SessionKey,
  entries: readonly SessionStoreEntry[],
  options: { readonly mtime?: number | undefined } = {},
): SessionSummaryEntry {
  const data: Record<string, unknown> = { ...before?.data };
  for (const entry of entries) fold(data, entry);
  return { sessionId: before?.sessionId ?? key.sessionId, mtime: options.mtime ?? before?.mtime ?? 0, data };
}

function fold(data: Record<string, unknown>, entry: SessionStoreEntry): void {
  data.isSidechain ??= entry.isSidechain === true;
  const createdAt = Date.parse(String(entry.timestamp));
  if (!Number.isNaN(createdAt)) data.createdAt ??= createdAt;
  if (typeof entry.cwd === 'string' && entry.cwd !== '') data.cwd ??= entry.cwd;
  if (data.firstPromptLocked !== true) foldPrompt(data, entry);
  for (const [field, name] of Object.entries(LAST)) {
    const value = entry[field];
    if (typeof value === 'string') data[name] = value;
  }
  if (entry.type === 'tag') data.tag = entry.tag || undefined;
  if (entry.type === 'relocated' && typeof entry.relocatedCwd === 'string' && entry.relocatedCwd !== '')
    data.cwd = entry.relocatedCwd;
}

function foldPrompt(data: Record<string, unknown>, entry: SessionStoreEntry): void {
  const prompt = promptOf(entry);
  if (prompt?.isCommand === true) data.commandFallback ??= prompt.text;
  else if (prompt !== undefined) Object.assign(data, { firstPrompt: prompt.text, firstPromptLocked: true });
}

/** The listing entry of a summary. `undefined` for a session that is not listed. */
export function infoOfSummary({ sessionId, mtime, data }: SessionSummaryEntry, project: string): SDKSessionInfo | undefined {
  if (data.isSidechain === true) return undefined;
  const text = (field: string) => (typeof data[field] === 'string' && data[field] !== '' ? String(data[field]) : undefined);
  const firstPrompt = data.firstPromptLocked === true ? text('firstPrompt') : text('commandFallback');
  const customTitle = text('customTitle') ?? text('aiTitle');
  const summary = customTitle ?? text('lastPrompt') ?? text('summaryHint') ?? firstPrompt;
  if (summary === undefined) return undefined;
  return {
    sessionId,
    summary,
    lastModified: mtime,
    customTitle,
    firstPrompt,
    gitBranch: text('gitBranch'),
    cwd: text('cwd') ?? project,
    tag: text('tag'),
    createdAt: typeof data.createdAt === 'number' ? data.createdAt : undefined,
  };
}
