import type { RunResult } from '@loadout/runner';
import { assistantFrame, type Frame } from './frame.js';
import { type ResultContext, resultFrame } from './result.js';
import { NO_USAGE } from './usage.js';

/** A command that the engine carried out itself, and the text that answers it. */
export interface LocalAnswer {
  readonly name: string;
  /** The name or alias that the person wrote. */
  readonly written: string;
  readonly args: string;
  readonly text: string;
  readonly isUnavailable: boolean;
}

interface Around extends Pick<ResultContext, 'waiting' | 'index' | 'limitsOf' | 'subagents'> {
  /** The result of the last turn, whose cost and models still apply; its times do not (GAP-D1). */
  readonly before: RunResult | undefined;
}

/** The messages of a command that was answered without the model (W4). A command without a text has a result alone. */
export function localFrames(answer: LocalAnswer, { before, ...context }: Around): readonly Frame[] {
  const { terminal_reason: _, ...result } = resultFrame(resultOf(answer.text, before), {
    ...context,
    usage: NO_USAGE,
    ttftMs: undefined,
    contentMs: undefined,
    requestMs: undefined,
    begunIds: undefined,
    before: before?.models ?? {},
    inTools: false,
    wasStoppedByAnswer: false,
    origin: undefined,
  });
  const told = { ...result, ...(answer.isUnavailable ? {} : { local_command: answer.written }) };
  return answer.text === '' ? [told] : [messageOf(answer), told];
}

function messageOf({ name, args, text, isUnavailable }: LocalAnswer): Frame {
  return {
    ...assistantFrame({ id: '', model: '<synthetic>', block: { type: 'text', text } }),
    parent_tool_use_id: null,
    local_command_source: `<local-command-stdout>${text}</local-command-stdout>`,
    ...(isUnavailable
      ? { local_command_outcome: { kind: 'unavailable_headless' } }
      : { local_command_run: { command: name, args } }),
  };
}

const resultOf = (text: string, before: RunResult | undefined): RunResult => ({
  usage: { input_tokens: 0, output_tokens: 0 },
  costUsd: 0,
  models: {},
  sessionId: '',
  spilled: 0,
  ...before,
  modelMs: 0,
  outcome: 'success',
  text,
  turns: 0,
  toolCalls: 0,
  calls: [],
  denials: [],
  durationMs: 0,
  stopReason: undefined,
  structuredOutput: undefined,
  deferredCall: undefined,
  error: undefined,
});
