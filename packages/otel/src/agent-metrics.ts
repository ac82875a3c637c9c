import type { Listener, Of, Where } from './listener.js';
import { ATTRIBUTE as A, METRIC } from './names.js';
import type { Sink } from './sink.js';
import { errorOf, inputTokens } from './span-attributes.js';

/** Counts by the conventions' names. */
export function agentMetrics(sink: Sink): Listener {
  return (event, where) => {
    switch (event.type) {
      case 'response':
        countResponse(sink, event, where);
        break;
      case 'permitted':
        sink.measure(METRIC.decisions, 1, { [A.tool]: event.name, [A.decision]: 'allow' });
        break;
      case 'tool_result':
        countResult(sink, event);
        break;
      case 'hook':
        sink.measure(METRIC.hookDuration, event.durationMs / 1000, {
          [A.hookEvent]: event.event,
          [A.hookOutcome]: event.outcome,
        });
        break;
      case 'result':
        countRun(sink, event, where);
        break;
    }
  };
}

function countResponse(sink: Sink, { model, usage, costUsd, error, durationMs }: Of<'response'>, where: Where): void {
  const labels = { [A.operation]: 'chat', [A.provider]: where.provider, [A.requestModel]: model };
  sink.measure(METRIC.operationDuration, durationMs / 1000, { ...labels, [A.error]: error });
  if (usage !== undefined) {
    sink.measure(METRIC.tokens, inputTokens(usage), { ...labels, [A.tokenType]: 'input' });
    sink.measure(METRIC.tokens, usage.output_tokens, { ...labels, [A.tokenType]: 'output' });
  }
  if (costUsd) sink.measure(METRIC.cost, costUsd, { [A.agent]: where.agent, [A.requestModel]: model });
}

function countResult(sink: Sink, { name, call }: Of<'tool_result'>): void {
  if (call.outcome === 'denied') sink.measure(METRIC.decisions, 1, { [A.tool]: name, [A.decision]: 'deny' });
  sink.measure(METRIC.toolDuration, call.durationMs / 1000, { [A.tool]: name, [A.error]: errorOf(call) });
}

function countRun(sink: Sink, { result: { outcome, durationMs } }: Of<'result'>, { agent }: Where): void {
  const error = outcome === 'success' ? undefined : outcome;
  sink.measure(METRIC.agentDuration, durationMs / 1000, { [A.agent]: agent, [A.error]: error });
  sink.measure(METRIC.runs, 1, { [A.agent]: agent, [A.outcome]: outcome });
}
