import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '@loadout/core';

type Line = Readonly<Record<string, unknown>>;

/** Fields that are others in each run, or that only the maker of a block understands. */
const OWN = new Set(
  `uuid sum apiId requestId sessionId startedAt endedAt durationMs modelMs at time id origin signature providerState artifactDir
  environment inputChars resultChars preTokens`.split(/\s+/),
);

/** The lines of a session's journal in the form that two runs over different wires share. */
export function comparableJournal(folder: string, cwd: string): readonly Line[] {
  const [name = ''] = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (one) => one.endsWith('.jsonl') && !one.startsWith('ledger/'),
  );
  const text = readFileSync(join(folder, name), 'utf8').trimEnd().replaceAll(cwd, '<cwd>');
  const lines = withoutIds(text)
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
  // Calls run side by side, so their lines stand in the order in which they began and ended. All others have one order.
  const [calls, others] = [lines.filter(isOfCall), lines.filter((line) => !isOfCall(line))];
  return [...others, ...calls.toSorted((a, b) => key(a).localeCompare(key(b)))].map((line) => stripped(line) as Line);
}

const isOfCall = ({ t }: Line): boolean => t === 'started' || t === 'ended';
const key = ({ id, t }: Line): string => `${String(id).padStart(12, '0')} ${t === 'started' ? 0 : 1}`;

/** Calls get numbers in the order of their messages; other ids and the place of the session get names. */
function withoutIds(text: string): string {
  const ids = [...text.matchAll(/"type":"tool_use","id":"([^"]+)"/g)].map(([, id = '']) => id);
  const numbered = [...new Set(ids)].reduce((rest, id, number) => rest.replaceAll(id, `call-${number}`), text);
  return numbered.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>').replaceAll(/loadout-e2e-\w+-\w+/g, '<project>');
}

function stripped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stripped);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([name]) => !OWN.has(name) || (name === 'id' && value.t !== 'session'));
  return Object.fromEntries(kept.map(([name, one]) => [name, stripped(one)]));
}

/** The calls of all messages with their results, in the order of the messages. */
export function callsIn(journal: readonly Line[]): readonly unknown[] {
  const ended = new Map(journal.flatMap((line) => (line.t === 'ended' ? [[line.id, line] as const] : [])));
  const blocks = journal.flatMap(({ t, message }) =>
    t === 'message' && isObject(message) ? (message.content as readonly Line[]) : [],
  );
  return blocks.flatMap(({ type, id, name, input }) => {
    if (type !== 'tool_use') return [];
    const { outcome, block } = ended.get(id) ?? {};
    return [{ name, input, outcome, result: isObject(block) ? block.content : undefined }];
  });
}
