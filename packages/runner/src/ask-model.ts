import { isLoadoutError, type ModelEvent, type ModelRequest } from '@loadout/core';
import type { ChosenModel } from './agent-spec.js';
import type { RequestPurpose } from './events.js';
import { tellLimits } from './rate-limits.js';
import { spend } from './turn/money.js';
import type { RunState } from './turn/run-state.js';
import { costOf } from './usage.js';

export interface Asking {
  readonly purpose: RequestPurpose;
  readonly model: ChosenModel;
  readonly request: ModelRequest;
  readonly signal: AbortSignal;
  /** Also what the provider itself got, as it came. */
  readonly raw?: boolean | undefined;
}

type Asker = Pick<RunState, 'spec' | 'counts' | 'emit' | 'calls' | 'parent' | 'warnedLimits'>;

/**
 * The one way to a model: what its answer costs counts, whoever asked, and each request that was told of is followed by exactly
 * one response. Source: COST-01, EVT-03, EVT-04.
 */
export async function* askModel(run: Asker, { purpose, model, request, signal, raw }: Asking): AsyncGenerator<ModelEvent> {
  const { clock } = run.calls;
  const started = clock.now();
  run.counts.requests += 1;
  const about = { id: run.counts.requests, purpose, model: model.plan.id };
  run.emit({ type: 'request', ...about, messages: request.messages.length, tools: request.tools.length });
  let end: Extract<ModelEvent, { type: 'end' }> | undefined;
  let error: string | undefined;
  try {
    for await (const event of model.provider.stream(request, { signal, raw })) {
      if (event.type === 'rate_limits') {
        tellLimits(run, { model: model.plan.id, limits: event.limits });
        continue;
      }
      if (event.type === 'end') {
        end = event;
        spend(run, { usage: event.usage, model: model.plan });
      }
      yield event;
    }
  } catch (thrown) {
    error = isLoadoutError(thrown) ? thrown.code : 'INTERNAL';
    throw thrown;
  } finally {
    const answer =
      end === undefined ? {} : { stopReason: end.stopReason, usage: end.usage, costUsd: costOf(end.usage, model.plan.price) };
    run.emit({ type: 'response', ...about, durationMs: Math.round(clock.now() - started), ...answer, error });
  }
}
