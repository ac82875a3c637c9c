import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '@loadout/core';

type Line = Readonly<Record<string, unknown>>;

/** A call as the journal of a session has it, with nothing that differs from run to run. */
export interface JournalCall {
  readonly name?: unknown;
  readonly input?: unknown;
  readonly outcome?: unknown;
  readonly result?: unknown;
  /** The person who decided, if it was one, and the rule. */
  readonly by?: unknown;
  readonly rule?: unknown;
}

/** The file of a project's only session. */
export function journalFile(cwd: string): string {
  const folder = join(cwd, '.sessions');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const [name = ''] = names.filter((one) => /^(?!ledger\/)[\w-]+\/[\w-]+\.jsonl$/.test(one));
  return join(folder, name);
}

/** The lines of a file without the folder, the ids and the times of one run. */
export const linesOf = (file: string, cwd: string): readonly Line[] => linesIn(readFileSync(file, 'utf8'), cwd);

const linesIn = (text: string, cwd: string): readonly Line[] =>
  text
    .replaceAll(cwd, '<cwd>')
    .replaceAll(/agent_[0-9a-f]{12}/g, '<agent>')
    .replaceAll(/\d+\.\d s(?=")/g, '<time>')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

/** The calls of a project's only session, in the order of its messages. */
export const journalIn = (cwd: string): readonly JournalCall[] => callsIn(linesOf(journalFile(cwd), cwd));

/** The calls in the records of a session that is kept elsewhere. */
export const callsOnRecord = (records: readonly object[], cwd: string): readonly JournalCall[] =>
  callsIn(linesIn(records.map((record) => JSON.stringify(record)).join('\n'), cwd));

function callsIn(lines: readonly Line[]): readonly JournalCall[] {
  const of = (kind: string) => new Map(lines.flatMap((line) => (line.t === kind ? [[line.id, line] as const] : [])));
  const [starts, ends] = [of('started'), of('ended')];
  const blocks = lines.flatMap(({ t, message }) =>
    t === 'message' && isObject(message) && message.role === 'assistant' ? (message.content as readonly Line[]) : [],
  );
  return blocks.flatMap(({ type, id, name, input }) => {
    if (type !== 'tool_use') return [];
    const { outcome, block, decision = starts.get(id)?.decision } = ends.get(id) ?? {};
    const { by, rule } = isObject(decision) ? decision : {};
    return [{ name, input, outcome, result: isObject(block) ? block.content : undefined, by, rule }];
  });
}
