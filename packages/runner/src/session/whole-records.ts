import { recordProblem } from './check-record.js';
import { NotARecord, type SessionFile, type SessionFormat } from './native-format.js';
import type { SessionRecord } from './records.js';

/** Checks the records of a format without its own check. Throws `NotARecord` with the first line that makes an invalid record. */
export function wholeRecords(
  lines: readonly string[],
  { file, format }: { readonly file: SessionFile; readonly format: SessionFormat },
): readonly SessionRecord[] {
  const records = format.read(lines, file);
  const problem = problemOf(records);
  if (problem === undefined) return records;
  let [whole, damaged] = [0, lines.length];
  while (damaged - whole > 1) {
    const middle = Math.floor((whole + damaged) / 2);
    if (hasProblem(lines.slice(0, middle), { file, format })) damaged = middle;
    else whole = middle;
  }
  throw new NotARecord(damaged, { problem });
}

function hasProblem(
  lines: readonly string[],
  { file, format }: { readonly file: SessionFile; readonly format: SessionFormat },
): boolean {
  try {
    return problemOf(format.read(lines, file)) !== undefined;
  } catch {
    return false;
  }
}

const problemOf = (records: readonly SessionRecord[]): string | undefined =>
  records.map(recordProblem).find((problem) => problem !== undefined);
