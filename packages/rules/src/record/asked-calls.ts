import { isToolUse } from '@loadout/core/model';
import type { RecordedDecision, SessionFolder, SessionRecord } from '@loadout/sessions';
import { eachSession } from './each-session.js';

/** A call that the rules left to a person. */
export interface AskedCall {
  readonly tool: string;
  /** `nobody`: there was nobody to ask, so the call was denied. */
  readonly answer: 'allowed' | 'denied' | 'nobody';
  /** The rules that together would have made the question needless. Empty: no rule would. */
  readonly spared: readonly string[];
  /** The time of the answer, in milliseconds since 1970. */
  readonly at?: number | undefined;
  readonly session: string;
}

export interface AskedCalls {
  readonly calls: readonly AskedCall[];
  /** The sessions that could not be read, each with the reason. */
  readonly unread: readonly string[];
}

/** Reads from the records of all sessions of a folder, and of their subagents, what was asked. A fork repeats no question. */
export function askedCalls(folder: SessionFolder): AskedCalls {
  const seen = new Set<string>();
  const found: AskedCalls & { calls: AskedCall[]; unread: string[] } = { calls: [], unread: [] };
  for (const session of eachSession(folder)) {
    if (typeof session === 'string') found.unread.push(session);
    else found.calls.push(...callsIn(session.records, session.id, seen));
  }
  return found;
}

function callsIn(records: readonly SessionRecord[], session: string, seen: Set<string>): readonly AskedCall[] {
  const names = new Map<string, string>();
  return records.flatMap((record): readonly AskedCall[] => {
    if (record.t === 'message') for (const { id, name } of record.message.content.filter(isToolUse)) names.set(id, name);
    if (record.t !== 'started' && record.t !== 'ended') return [];
    const answer = answerOf(record.decision, record.t);
    const key = `${record.t} ${record.id} ${record.at}`;
    if (answer === undefined || seen.has(key)) return [];
    seen.add(key);
    const tool = record.t === 'started' ? record.name : (names.get(record.id) ?? '');
    return [{ tool, answer, spared: record.decision?.spared ?? [], at: record.at, session }];
  });
}

function answerOf(decision: RecordedDecision | undefined, t: 'started' | 'ended'): AskedCall['answer'] | undefined {
  if (decision?.by === 'nobody') return 'nobody';
  if (decision?.by === 'person') return t === 'started' ? 'allowed' : 'denied';
  return undefined;
}
