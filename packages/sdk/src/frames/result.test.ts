import type { RunResult } from '@loadout/runner';
import { describe, expect, it } from 'vitest';
import { localFrames } from './local-frames.js';
import { type ResultContext, resultFrame } from './result.js';
import { SubagentStats } from './subagent-stats.js';
import { NO_USAGE } from './usage.js';

const context: ResultContext = {
  usage: NO_USAGE,
  limitsOf: () => ({ contextWindow: 0, maxOutputTokens: 0 }),
  ttftMs: undefined,
  contentMs: undefined,
  begunIds: undefined,
  before: {},
  inTools: false,
  wasStoppedByAnswer: false,
  origin: undefined,
  requestMs: undefined,
  waiting: 0,
  index: 0,
  subagents: new SubagentStats().counts,
};

const ended = (parts: Partial<RunResult>): RunResult => ({
  outcome: 'success',
  text: '',
  usage: { input_tokens: 0, output_tokens: 0 },
  costUsd: 0.25,
  models: {},
  sessionId: 's',
  spilled: 0,
  turns: 1,
  toolCalls: 0,
  calls: [],
  denials: [],
  durationMs: 900,
  modelMs: 800,
  ...parts,
});

describe('the result of a turn', () => {
  it('that a refusal ended has it as its stop reason (GAP-D2)', () => {
    const error = { code: 'MODEL_REFUSED', message: 'The model refused to answer.' };
    const frame = resultFrame(ended({ outcome: 'error_during_execution', stopReason: 'refusal', error }), context);
    expect(frame).toMatchObject({ subtype: 'error_during_execution', is_error: true, stop_reason: 'refusal' });
  });

  it.each(['MODEL_PROMPT_TOO_LONG', 'MODEL_CONTEXT_FULL'])('that no context was left for is too long: %s (GAP-D11)', (code) => {
    const error = { code, message: 'prompt is too long', values: { status: 413 } };
    const frame = resultFrame(ended({ outcome: 'error_model', error }), context);
    expect(frame).toMatchObject({ is_error: true, terminal_reason: 'prompt_too_long' });
  });

  it('of a command that was answered here has no time of a model, and the cost so far (GAP-D1)', () => {
    const answer = { name: 'cost', written: 'cost', args: '', text: '', isUnavailable: false };
    const [frame] = localFrames(answer, { ...context, before: ended({}) });
    expect(frame).toMatchObject({ type: 'result', duration_ms: 0, duration_api_ms: 0, total_cost_usd: 0.25 });
  });
});
