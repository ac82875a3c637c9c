import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { errors } from '../errors.js';
import type { Around } from '../open-room.js';
import type { TestWish } from '../read-test-wish.js';
import { redacted } from '../report/redacted-report.js';
import { sessionFacts } from './write-from-session.js';

interface Asked {
  readonly io: Around['io'];
  /** The id of the session, or `latest`. */
  readonly session: string;
  readonly write: string | undefined;
}

/**
 * Makes a case of a session: its prompts, its last answer, the tools that it called, and the files as it first read them. Prints it, or
 * adds it to a file, where it takes the place of an earlier one of the session.
 */
export async function caseFromSession(
  wish: Pick<TestWish, 'flags' | 'file' | 'root'>,
  { io, session, write }: Asked,
): Promise<number> {
  const { id, prompts, answer, calls, files } = await sessionFacts(wish, { io, session });
  if (prompts.length === 0) throw errors.TEST_NOT_MADE({ problem: 'nothing was asked in it.' });
  const [only] = prompts;
  const prompt = prompts.length === 1 ? only : prompts;
  const tools = calls.filter(({ outcome }) => outcome === 'done').map(({ tool }) => tool);
  const line = JSON.stringify(redacted({ id, prompt, answer, calls: tools, files }, io.redact));
  if (write === undefined) {
    io.out(`${line}\n`);
    return 0;
  }
  const file = resolve(wish.root, write);
  const before = linesOf(file);
  const kept = before.filter((one) => idOf(one) !== id);
  io.write(file, [...kept, line].map((one) => `${one}\n`).join(''));
  io.out(`${kept.length < before.length ? 'Replaced' : 'Added'} the case ${id} in ${file}. Read it before you commit it.\n`);
  return 0;
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
