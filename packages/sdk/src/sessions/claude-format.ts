import { basename, dirname, join, sep } from 'node:path';
import zlib from 'node:zlib';
import { canonicalJson } from '@loadout/node';
import { NotARecord, type SessionFile, type SessionFormat, type SessionRecord } from '@loadout/sessions';
import type { SessionStoreEntry } from '../types/sessions.js';
import { recordProblem } from './check-record.js';
import { ClaudeWriter } from './claude-writer.js';
import { type Entry, isEntry, isLinked } from './entry.js';
import { type ForeignContext, readForeign } from './read-foreign.js';
import { readOwn } from './read-own.js';

export const AGENTS_FOLDER = 'subagents';

const AGENT = 'agent-';

/**
 * The lines that listings search for near the end of a file, by the header that was read. They are written again when the session
 * continues.
 */
const titles = new WeakMap<SessionRecord, readonly SessionStoreEntry[]>();

/** Stores sessions as lines of the Claude Agent SDK's own files: see `ClaudeWriter`, `readOwn`, `readForeign` (SESS-01). */
export function claudeFormat({ entrypoint = 'sdk-ts' }: { readonly entrypoint?: string | undefined } = {}): SessionFormat {
  return {
    agentsFolder: AGENTS_FOLDER,
    fileName: (id, isAgent) => (isAgent ? `${AGENT}${id}` : id),
    idOf: (name, isAgent) => {
      if (!isAgent) return name;
      return name.startsWith(AGENT) ? name.slice(AGENT.length) : undefined;
    },
    writer: (earlier, file) => {
      const writer = new ClaudeWriter(contextOf(file, entrypoint));
      for (const record of earlier) writer.entries(record);
      let again = earlier[0] === undefined ? [] : (titles.get(earlier[0]) ?? []);
      return (record) => {
        const own = writer.entries(record);
        if (own.length === 0) return [];
        const entries = [...again, ...own];
        again = [];
        return entries.map((entry) => JSON.stringify(withContentSum(entry)));
      };
    },
    read: (lines, file) => {
      const context = contextOf(file, entrypoint);
      const records = readLines(lines, context);
      const problem = problemOf(records);
      if (problem !== undefined) throw new NotARecord(firstWithProblem(lines, context), { problem });
      return records;
    },
  };
}

function readLines(lines: readonly string[], context: ForeignContext): readonly SessionRecord[] {
  const entries = lines.flatMap((line, index) => (line.trim() === '' ? [] : [entryOf(line, index)]));
  if (entries.length === 0) throw new NotARecord(1);
  return withHome(readOwn(entries, context) ?? linkedForeign(entries, context), { entries, context });
}

const problemOf = (records: readonly SessionRecord[]): string | undefined =>
  records.map(recordProblem).find((problem) => problem !== undefined);

/** Returns the number of the first line that makes a record invalid, of lines that do. */
function firstWithProblem(lines: readonly string[], context: ForeignContext): number {
  let [whole, damaged] = [0, lines.length];
  while (damaged - whole > 1) {
    const middle = Math.floor((whole + damaged) / 2);
    if (hasProblem(lines.slice(0, middle), context)) damaged = middle;
    else whole = middle;
  }
  return damaged;
}

function hasProblem(lines: readonly string[], context: ForeignContext): boolean {
  try {
    return problemOf(readLines(lines, context)) !== undefined;
  } catch {
    return false;
  }
}

/** Reads a file to which another engine wrote. Throws if one of our own lines follows a missing line. */
function linkedForeign(entries: readonly SessionStoreEntry[], context: ForeignContext): readonly SessionRecord[] {
  const broken = brokenLink(entries);
  if (broken !== undefined) throw new NotARecord(broken + 1, { problem: 'it follows a line that is not there' });
  return readForeign(entries, context);
}

function withHome(
  records: readonly SessionRecord[],
  { entries, context }: { readonly entries: readonly SessionStoreEntry[]; readonly context: ForeignContext },
): readonly SessionRecord[] {
  const [first, ...rest] = records;
  if (first?.t !== 'session') return records;
  // Large results are beside the file of their session, even if that was copied. The results of a fork stay with the original
  // session.
  const header = first.forkedFrom === undefined ? { ...first, artifactDir: context.artifactDir } : first;
  const last = (type: string) => entries.findLast((entry) => entry.type === type) ?? [];
  titles.set(header, [last('custom-title'), last('tag')].flat());
  return [header, ...rest];
}

function entryOf(line: string, index: number): SessionStoreEntry {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw new NotARecord(index + 1, { cause });
  }
  if (!isEntry(value)) throw new NotARecord(index + 1);
  const problem = contentProblem(value);
  if (problem !== undefined) throw new NotARecord(index + 1, { problem });
  return value;
}

/** The context for a path `<project>/<session>.jsonl` or `<project>/<session>/subagents/agent-<id>.jsonl`, also nested. */
function contextOf({ path, isOfAgent }: SessionFile, entrypoint: string): ForeignContext {
  const name = basename(path, '.jsonl');
  if (!isOfAgent) return { sessionId: name, entrypoint, artifactDir: join(dirname(path), name) };
  const agentId = name.slice(AGENT.length);
  const [session = ''] = path.split(`${sep}${AGENTS_FOLDER}${sep}`);
  return { sessionId: basename(session), agentId, entrypoint, artifactDir: join(dirname(path), agentId) };
}

/**
 * The entry with a checksum over its content. Ids and links are left out of the checksum, because a program that copies a
 * session gives the lines new ones; `brokenLink` checks the links.
 */
function withContentSum<T extends SessionStoreEntry>(entry: T): T {
  return isOwnLine(entry) ? { ...entry, sum: sumOf(entry) } : entry;
}

/** Returns why one of our lines cannot be the line that was written; `undefined` if nothing speaks against it. */
function contentProblem(entry: SessionStoreEntry): string | undefined {
  if (!isOwnLine(entry) || entry.forkedFrom !== undefined) return undefined;
  if (typeof entry.sum === 'string' && entry.sum !== sumOf(entry)) return 'its checksum does not fit its content';
  return typeof entry.uuid === 'string' ? undefined : 'it has no uuid';
}

/** Finds the index of our first line that follows a line which is not there. */
function brokenLink(entries: readonly SessionStoreEntry[]): number | undefined {
  const uuids = new Set(entries.filter(isLinked).map(({ uuid }) => uuid));
  const isBroken = ({ parentUuid }: Entry) => parentUuid !== null && !uuids.has(parentUuid ?? '');
  const index = entries.findIndex(
    (entry) => isOwnLine(entry) && isLinked(entry) && entry.forkedFrom === undefined && isBroken(entry),
  );
  return index === -1 ? undefined : index;
}

const isOwnLine = ({ type, record, loadout, sum }: SessionStoreEntry): boolean =>
  type === 'loadout' || [record, loadout, sum].some((field) => field !== undefined);

/** A store may return the keys of an entry in another order, as the jsonb of Postgres does. */
const sumOf = ({ type, message, record, loadout }: SessionStoreEntry): string =>
  zlib
    .crc32(canonicalJson([type, message, record, loadout]))
    .toString(16)
    .padStart(8, '0');
