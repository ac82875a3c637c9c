import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { plural, readSince } from '@loadout/command';
import { isLoadoutError } from '@loadout/core';
import type { FileStore, SessionPlace } from '@loadout/sessions';
import { errors } from '../errors.js';
import type { Around } from '../open-room.js';
import type { TestWish } from '../read-test-wish.js';
import { redacted } from '../report/redacted-report.js';
import { readSession, type SessionFacts } from './read-session.js';
import { sessionFacts, sessionStore } from './write-from-session.js';

interface Asked extends Filter {
  readonly io: Around['io'];
  /** The id of the session, `latest`, or `all`. */
  readonly session: string;
  readonly write: string | undefined;
}

/** Which of all sessions. */
interface Filter {
  readonly agent?: string | undefined;
  /** As `--since` has it. */
  readonly since?: string | undefined;
  readonly limit?: number | undefined;
}

/**
 * Makes a case of a session, or of each of several: its prompts, its last answer, the tools that it called, and the files as it first read
 * them. Prints it, or adds it to a file, where it takes the place of an earlier one of the session. The file keeps what was said then.
 */
export async function casesFromSessions(wish: Pick<TestWish, 'flags' | 'file' | 'root'>, asked: Asked): Promise<number> {
  const { io, session, write } = asked;
  const all = session === 'all' ? await chosenFacts(wish, asked) : [await sessionFacts(wish, { io, session })];
  const found = all.filter(({ prompts }) => prompts.length > 0);
  if (found.length === 0)
    throw errors.TEST_NOT_MADE({ problem: session === 'all' ? 'no session matches.' : 'nothing was asked in it.' });
  const lines = found.map((facts) => ({ id: facts.id, line: caseLine(facts, io) }));
  if (write === undefined) {
    io.out(lines.map(({ line }) => `${line}\n`).join(''));
    return 0;
  }
  const file = resolve(wish.root, write);
  const before = linesOf(file);
  const ids = new Set<unknown>(lines.map(({ id }) => id));
  const kept = before.filter((one) => !ids.has(idOf(one)));
  io.write(file, [...kept, ...lines.map(({ line }) => line)].map((one) => `${one}\n`).join(''));
  io.out(addedText(lines, { replaced: before.length - kept.length, file }));
  return 0;
}

function addedText(
  lines: readonly { readonly id: string }[],
  { replaced, file }: { readonly replaced: number; readonly file: string },
) {
  const [only] = lines;
  if (lines.length === 1)
    return `${replaced > 0 ? 'Replaced' : 'Added'} the case ${only?.id} in ${file}. Read it before you commit it.\n`;
  return `Added ${plural(lines.length - replaced, 'case')} to ${file}, and replaced ${replaced}. Read them before you commit them.\n`;
}

function caseLine({ id, prompts, answer, calls, files }: SessionFacts, io: Around['io']): string {
  const [only] = prompts;
  const prompt = prompts.length === 1 ? only : prompts;
  const tools = calls.filter(({ outcome }) => outcome === 'done').map(({ tool }) => tool);
  return JSON.stringify(redacted({ id, prompt, answer, calls: tools, files }, io.redact));
}

/** The sessions of the filter, the oldest first. One that cannot be read is told and left out. Throws USAGE_FLAG_CONTENT. */
async function chosenFacts(
  wish: Pick<TestWish, 'flags' | 'file' | 'root'>,
  { io, agent, since, limit = Number.POSITIVE_INFINITY }: Asked,
): Promise<readonly SessionFacts[]> {
  const from = since === undefined ? 0 : readSince(since, Date.now()).getTime();
  const store = await sessionStore(wish, io);
  const found: SessionFacts[] = [];
  for (const place of store.list()) {
    if (found.length >= limit || place.modified.getTime() < from) break;
    const facts = factsIn(store, { place, io });
    if (facts !== undefined && facts.prompts.length > 0 && (agent === undefined || facts.agent === agent)) found.push(facts);
  }
  return found.reverse();
}

function factsIn(
  store: FileStore,
  { place, io }: { readonly place: SessionPlace; readonly io: Around['io'] },
): SessionFacts | undefined {
  try {
    return readSession(store, place);
  } catch (error) {
    if (!isLoadoutError(error)) throw error;
    io.tell(`note: ${place.id} is left out: ${error.message}\n`);
    return undefined;
  }
}

const linesOf = (file: string): readonly string[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split(/\r?\n/)
        .filter((line) => line.trim() !== '')
    : [];

/** The id of a case in a file that people may have written into, so that it may be no JSON. */
function idOf(line: string): unknown {
  try {
    return (JSON.parse(line) as { readonly id?: unknown } | null)?.id;
  } catch {
    return undefined;
  }
}
