import type { SettledCall } from '@loadout/core';
import type { Exchanges } from '../ground/exchange.js';
import type { Ground } from '../ground/ground.js';
import { errors } from '../report/errors.js';
import type { Ending } from './ending.js';

type Run = Pick<Ground, 'session'> & Pick<Exchanges, 'signal'>;

interface Answered {
  readonly settled: readonly SettledCall[];
  readonly text: string;
}

/**
 * Ends the run when a hook put a call off. The message stays unanswered in the journal: what ended keeps its answer, and a
 * resumed session begins with the rest, hooks and rules first. Source: CTRL-13.
 */
export function endDeferred(run: Run, { settled, text }: Answered): Ending | undefined {
  const call = settled.find((one) => one.outcome === 'deferred');
  if (call === undefined) return undefined;
  const broken = settled.find((one) => one.fault !== undefined)?.fault;
  if (broken !== undefined)
    return { outcome: 'error_during_execution', text, error: broken instanceof Error ? broken : new Error(String(broken)) };
  if (run.signal.aborted) return { outcome: 'interrupted', text, error: errors.RUN_INTERRUPTED({}) };
  const { id, name, input, result } = call;
  return {
    outcome: 'deferred',
    text,
    deferredCall: { id, name, input },
    error: errors.RUN_DEFERRED({ reason: result.content, session: run.session.id }),
  };
}
