import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ToolResultBlock } from '@loadout/core/model';
import {
  errors,
  FileStore,
  NotARecord,
  RecordOrder,
  readRecord,
  type SessionFolder,
  type SessionHeader,
  type SessionPlace,
  type SessionRecord,
} from '@loadout/sessions';

/** A line of a damaged session that its repaired copy does not have. */
export interface LeftLine {
  readonly line: number;
  readonly problem: string;
}

export interface RepairedSession extends SessionPlace {
  readonly left: readonly LeftLine[];
  /** The calls whose results were lost. The copy has an error in their place. */
  readonly lost: readonly string[];
}

/**
 * Writes a copy of a damaged session without the lines that cannot be used. The session itself stays. `undefined`: nothing is damaged.
 * Throws SESSION_DAMAGED if the header is, and SESSION_STORE (GAP-B8).
 */
export function repairSession({ id, file }: SessionPlace, folder: SessionFolder): RepairedSession | undefined {
  const lines = readFileSync(file, 'utf8').split('\n');
  const torn = lines.pop();
  const repair = new Repair();
  for (const [index, line] of lines.entries()) repair.take(line, index + 1);
  if (torn !== '' && torn !== undefined) repair.left.push({ line: lines.length + 1, problem: 'it is not whole' });
  const [header, ...rest] = repair.kept;
  if (header?.t !== 'session') throw errors.SESSION_DAMAGED({ file, line: 1, problem: repair.left[0]?.problem });
  if (repair.left.length === 0) return undefined;
  const store = new FileStore(folder);
  const place = store.place(randomUUID());
  const journal = store.begin(place, { ...(header as SessionHeader), id: place.id, forkedFrom: id });
  try {
    for (const record of rest) journal.append(record);
  } finally {
    journal.close();
  }
  return { ...place, left: repair.left, lost: repair.lost };
}

/** Keeps the records of which each may follow those before it. */
class Repair {
  readonly kept: SessionRecord[] = [];
  readonly left: LeftLine[] = [];
  readonly lost: string[] = [];
  #order = new RecordOrder();

  take(line: string, number: number): void {
    const problem = this.#problemOf(line, number);
    if (problem !== undefined) this.left.push({ line: number, problem });
  }

  #problemOf(line: string, number: number): string | undefined {
    let record: SessionRecord;
    try {
      record = readRecord(line, number);
    } catch (error) {
      if (error instanceof NotARecord) return error.problem;
      throw error;
    }
    const problem = this.#keep(record);
    if (problem === undefined || record.t !== 'message' || this.#order.open.length === 0) return problem;
    this.#answerOpen();
    return this.#keep(record);
  }

  /** Returns why a record cannot follow. It then counts as not taken. */
  #keep(record: SessionRecord): string | undefined {
    const problem = this.#order.take(record);
    if (problem === undefined) this.kept.push(record);
    else this.#order = orderOf(this.kept);
    return problem;
  }

  /** Answers the calls whose results stood in a line that was lost, as without results no API takes the conversation. */
  #answerOpen(): void {
    const ids = this.#order.open;
    for (const id of ids.filter((one) => !this.#order.answered.has(one))) {
      this.lost.push(id);
      this.#keep({ t: 'ended', id, outcome: 'error', block: lostResult(id) });
    }
    this.#keep({ t: 'results', ids });
  }
}

function orderOf(records: readonly SessionRecord[]): RecordOrder {
  const order = new RecordOrder();
  for (const record of records) order.take(record);
  return order;
}

const lostResult = (id: string): ToolResultBlock => ({
  type: 'tool_result',
  tool_use_id: id,
  is_error: true,
  content: 'The result of this call was lost: its line in the session file was damaged. The call may have had its effect.',
});
