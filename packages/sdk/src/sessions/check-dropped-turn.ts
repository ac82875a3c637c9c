import type { SessionRecord } from '@loadout/sessions';
import { errors } from '../errors.js';

type Kept = Extract<SessionRecord, { readonly t: 'message' | 'results' }>;

/**
 * Checks a session that continues from an earlier message and so loses the messages after it. Throws SDK_RESUME_REFUSED if these
 * are more than the turn of this prompt: a message arrived meanwhile that the program has not seen.
 */
export function checkDroppedTurn(
  records: readonly SessionRecord[],
  { from, prompt, marks }: { readonly from: string; readonly prompt: string; readonly marks: readonly unknown[] },
): void {
  const line = lineOf(records);
  const lost = line.slice(line.findIndex(({ uuid }) => uuid === from) + 1).filter((record) => isSaid(record, marks));
  const other = lost.find(({ uuid }) => uuid !== prompt);
  if (other !== undefined) throw errors.SDK_RESUME_REFUSED({ prompt, other: other.uuid ?? 'one without an id' });
}

/** The current messages, without those that were taken back. */
function lineOf(records: readonly SessionRecord[]): readonly Kept[] {
  const line: Kept[] = [];
  for (const record of records) {
    if (record.t === 'message' || record.t === 'results') line.push(record);
    if (record.t === 'cut') line.splice(line.findIndex(({ uuid }) => uuid === record.uuid) + 1);
  }
  return line;
}

/** Whether somebody sent this message to the model. The marks that an interrupt leaves are not prompts. */
function isSaid(record: Kept, marks: readonly unknown[]): boolean {
  if (record.t === 'results' || record.message.role !== 'user') return false;
  const [only, ...more] = record.message.content;
  return more.length > 0 || only?.type !== 'text' || !marks.includes(only.text);
}
