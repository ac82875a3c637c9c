import { plainEvent } from '@loadout/command/runs';
import { isLoadoutError, type Position } from '@loadout/core';
import type { AgentEvent, RunResult } from '@loadout/runner';
import { CallRecorder } from './call-recorder.js';
import type { RecordedRun, RecordedUsage, RunEnd } from './recorded-run.js';

export interface RecordOptions {
  /** Returns the path in the configuration of a rule's position, such as `permissions.deny.0`. Default: rules have no path. */
  pathOf?(position: Position): string | undefined;
}

/**
 * Records a run of an agent in code: `await recordRun(agent.run('Fix the typo.'))`. Several prompts of one conversation are one record:
 * the events of all runs, and the outcome of the last one. Throws a fault that is no LoadoutError.
 */
export async function recordRun(events: AsyncIterable<AgentEvent>, options: RecordOptions = {}): Promise<RecordedRun> {
  const kept: Record<string, unknown>[] = [];
  const calls = new CallRecorder(options.pathOf ?? (() => undefined));
  const results: RunResult[] = [];
  let thrown: RecordedRun['error'];
  try {
    for await (const event of events) {
      kept.push(asJson(plainEvent(event)));
      calls.add(event);
      if (event.type === 'result') results.push(event.result);
    }
  } catch (error) {
    if (!isLoadoutError(error)) throw error;
    thrown = { code: error.code, message: error.message, fix: error.fix };
  }
  const last = results.at(-1);
  return {
    outcome: thrown === undefined ? endOf(last) : endOfError(thrown.code),
    error: thrown ?? last?.error,
    text: last?.text ?? '',
    ...(last?.structuredOutput === undefined ? {} : { output: asJson(last.structuredOutput) }),
    usage: usageOf(results, calls.all.length),
    calls: calls.all,
    events: kept,
  };
}

const asJson = (value: unknown): Record<string, unknown> => JSON.parse(JSON.stringify(value)) as Record<string, unknown>;

const ENDS: Readonly<Record<string, RunEnd>> = {
  success: 'done',
  denied: 'denied',
  error_during_execution: 'error',
  error_max_turns: 'limit',
  error_limit: 'limit',
  blocked: 'blocked',
  stopped: 'stopped',
  deferred: 'deferred',
  error_max_structured_output_retries: 'schema',
  error_model: 'model',
  interrupted: 'interrupted',
};

function endOf(result: RunResult | undefined): RunEnd {
  if (result === undefined) return 'interrupted';
  return ENDS[result.outcome] ?? 'error';
}

const endOfError = (code: string): RunEnd => (code.startsWith('MODEL_') && code !== 'MODEL_UNKNOWN' ? 'model' : 'error');

/** Adds up the runs of one conversation. Calls are those of all agents. */
function usageOf(results: readonly RunResult[], toolCalls: number): RecordedUsage {
  const sum = (read: (result: RunResult) => number) => results.reduce((all, result) => all + read(result), 0);
  return {
    turns: sum(({ turns }) => turns),
    toolCalls,
    inputTokens: sum(({ usage }) => usage.input_tokens),
    outputTokens: sum(({ usage }) => usage.output_tokens),
    usd: results.some(({ costUsd }) => costUsd === null) ? null : sum(({ costUsd }) => costUsd ?? 0),
  };
}
