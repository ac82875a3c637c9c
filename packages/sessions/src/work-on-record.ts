import { type Block, isToolUse } from '@loadout/core/model';
import type { SessionRecord } from './records.js';
import type { RunResult } from './run-result.js';

/** The work of one agent, as its records have it. Limits of a run that goes on in another process count it (decision 0074). */
export interface WorkOnRecord {
  /** The work since the session began. */
  readonly inAll: Work;
  /** The work on the newest prompt. None after an end with which a run is over. */
  readonly onPrompt: Work;
  /** The call that gave the agent its newest task, if the agent continues in another process. The call then runs again. */
  readonly askedBy: string | undefined;
}

export interface Work {
  /** US dollars; `null` if the cost of an answer is unknown. */
  readonly usd: number | null;
  /** The number of messages of the model. */
  readonly answers: number;
  /** The number of messages of the model that call tools. */
  readonly toolTurns: number;
  /** The ids of the calls that have ended. A call that was not run is none of them. */
  readonly ended: ReadonlySet<string>;
  /** The ids of the calls that were running when their process was killed, and may not be repeated. */
  readonly interrupted: ReadonlySet<string>;
  /** The ids of all calls. */
  readonly called: ReadonlySet<string>;
  /** The time in which a process worked: without waiting for a person, or for another process. */
  readonly ms: number;
}

/** Whether a block of a user's message is a text of a hook or of the loop itself, and no words of the user. */
export const isReminder = (block: Block): boolean => block.type === 'text' && String(block.text).startsWith('<system-reminder>');

/** The ends with which a run is over. After any other end, a run without a prompt goes on with what its limits have left. */
const OVER: ReadonlySet<RunResult['outcome']> = new Set(['success', 'denied', 'error_limit', 'error_max_turns']);

/** Counts the work in the records of a session. A fork begins at zero. */
export function workOnRecord(records: readonly SessionRecord[]): WorkOnRecord {
  const [header] = records;
  const inAll = new WorkCount();
  let onPrompt = new WorkCount();
  const began = header?.t === 'session' && header.forkedFrom !== undefined ? Date.parse(header.startedAt) : undefined;
  let askedBy: string | undefined;
  let last: SessionRecord | undefined;
  for (const record of records.slice(1)) {
    const isCopied = began !== undefined && (record.at ?? 0) < began;
    if (record.t === 'asked') askedBy = record.by?.call;
    if (isPrompt(record)) onPrompt = new WorkCount();
    if (!isCopied) for (const count of [inAll, onPrompt]) count.take(record, last);
    if (record.t === 'end' && OVER.has(record.result.outcome)) onPrompt = new WorkCount();
    last = record;
  }
  return { inAll, onPrompt, askedBy };
}

/** Returns whether a record is a prompt. A message of the loop itself consists of reminders. */
function isPrompt(record: SessionRecord): boolean {
  if (record.t === 'asked') return true;
  if (record.t !== 'message' || record.message.role !== 'user') return false;
  return record.message.content.some((block) => !isReminder(block));
}

type StartOfCall = Extract<SessionRecord, { t: 'started' }>;
type EndOfCall = Extract<SessionRecord, { t: 'ended' }>;

class WorkCount implements Work {
  usd: number | null = 0;
  answers = 0;
  toolTurns = 0;
  ms = 0;
  readonly ended = new Set<string>();
  readonly interrupted = new Set<string>();
  readonly called = new Set<string>();
  readonly #notRun = new Set<string>();

  take(record: SessionRecord, last: SessionRecord | undefined): void {
    this.ms += worked(record, last);
    if (record.t === 'started') this.#start(record);
    if (record.t === 'ended') this.#end(record);
    if (record.t === 'deferred') this.interrupted.delete(record.id);
    if (record.t === 'spent') this.#spend(record.usd);
    if (record.t !== 'message' || record.message.role !== 'assistant') return;
    const uses = record.message.content.filter(isToolUse);
    for (const { id } of uses) this.called.add(id);
    this.answers += 1;
    this.toolTurns += uses.length > 0 ? 1 : 0;
    this.#spend(record.costUsd);
  }

  #start({ id, repeatable }: StartOfCall): void {
    // A call that was refused because its message broke off may come again under its id.
    this.#notRun.delete(id);
    if (!repeatable) this.interrupted.add(id);
  }

  /** A call has a second end, without a code, if its result was changed for its message. The first says whether it was run. */
  #end({ id, code }: EndOfCall): void {
    this.interrupted.delete(id);
    if (code === 'TOOL_NOT_RUN') this.#notRun.add(id);
    if (!this.#notRun.has(id)) this.ended.add(id);
  }

  /** `undefined`: an imported answer, which cost nobody here. */
  #spend(usd: number | null | undefined): void {
    if (usd !== undefined) this.usd = usd === null || this.usd === null ? null : this.usd + usd;
  }
}

/**
 * The records that end a piece of work. Each process writes its rules before the first of them, so the time between two
 * processes counts for none. Neither does the time before a prompt.
 */
const PIECES: ReadonlySet<SessionRecord['t']> = new Set<SessionRecord['t']>([
  'started',
  'ended',
  'deferred',
  'hook',
  'results',
  'compact',
  'spent',
  'end',
]);

/** Returns the time of the work that a record ends. */
function worked(record: SessionRecord, last: SessionRecord | undefined): number {
  const isPiece = PIECES.has(record.t) || (record.t === 'message' && record.message.role === 'assistant');
  if (!isPiece || last === undefined || last.t === 'end' || record.at === undefined || last.at === undefined) return 0;
  return Math.max(0, record.at - last.at);
}
