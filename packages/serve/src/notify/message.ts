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
  readonly base: string;
  readonly now: Date;
}

export const kindOf = ({ outcome }: Pick<RunResult, 'outcome'>): NoticeKind => (outcome === 'deferred' ? 'waiting' : 'ended');

export function messageOf({ id, session, agent }: WatchedRun, result: RunResult, { receiver, base, now }: About): Message {
  const { outcome, deferredCall: call, costUsd, denials, error, text } = result;
  const address = `${(receiver.address ?? base).replace(/\/+$/, '')}/runs/${id}`;
  const isFull = receiver.content === 'full';
  const waits = call === undefined ? {} : { call: call.id, tool: call.name, ...(isFull ? { input: call.input } : {}) };
  const ended = {
    costUsd,
    denied: denials.length,
    ...(error === undefined ? {} : { code: error.code }),
    ...(isFull ? { text } : {}),
  };
  const kind = kindOf(result);
  return {
    type: `run.${kind}`,
    timestamp: now.toISOString(),
    data: { run: id, session, agent, outcome, address, ...(kind === 'waiting' ? waits : ended) },
  };
}
