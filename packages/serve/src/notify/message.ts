import type { WatchedRun } from '@loadout/command/runs';
import type { RunResult } from '@loadout/runner';
import type { NoticeKind, Receiver } from './receiver.js';

/** A message to a receiver about a run. Without `content: full`, only names, numbers and the address: no text of a person, a model or a tool. */
export interface Message {
  readonly type: `run.${NoticeKind}`;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

interface About {
  readonly receiver: Receiver;
  readonly kind: NoticeKind;
  /** The address of the server. Absent: there is none, as for a run of the command. */
  readonly base: string | undefined;
  readonly now: Date;
}

/** The end of a run, as far as a message tells it. */
export type ToldEnd = Pick<RunResult, 'outcome' | 'text' | 'costUsd' | 'error' | 'deferredCall' | 'denials'>;

/** `undefined`: the run goes on when its client gives the results of its own tools, so there is nothing to tell a person. */
export function kindOf({ asks }: Pick<WatchedRun, 'asks'>, { outcome }: Pick<ToldEnd, 'outcome'>): NoticeKind | undefined {
  if (outcome !== 'deferred') return 'ended';
  return asks?.length === 0 ? undefined : 'waiting';
}

export function messageOf(run: WatchedRun, result: ToldEnd, { receiver, kind, base, now }: About): Message {
  const { id, session, agent } = run;
  const { outcome, costUsd, denials, error, text } = result;
  const address = base === undefined ? {} : { address: `${(receiver.address ?? base).replace(/\/+$/, '')}/runs/${id}` };
  const isFull = receiver.content === 'full';
  const ended = {
    costUsd,
    denied: denials.length,
    ...(error === undefined ? {} : { code: error.code }),
    ...(isFull ? { text } : {}),
  };
  return {
    type: `run.${kind}`,
    timestamp: now.toISOString(),
    data: { run: id, session, agent, outcome, ...address, ...(kind === 'waiting' ? waitsFor(run, result, isFull) : ended) },
  };
}

/** The first call that waits for a person. A process that does not know the open calls has the one with which the run ended. */
function waitsFor({ asks }: WatchedRun, { deferredCall: last }: ToldEnd, isFull: boolean): Message['data'] {
  const [first] = asks ?? (last === undefined ? [] : [{ call: last.id, tool: last.name, input: last.input }]);
  if (first === undefined) return {};
  const { call, tool, input } = first;
  return { call, tool, ...(isFull ? { input } : {}) };
}
