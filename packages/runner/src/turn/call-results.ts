import { randomUUID } from 'node:crypto';
import { isSpilled, type RequestedCall, runToolCall, type Schedule, type SettledCall, type ToolResultBlock } from '@loadout/core';
import type { Exchanges } from '../ground/exchange.js';
import type { Above, Calling, Ground } from '../ground/ground.js';
import { redactor, redactValue } from '../place/redact.js';
import type { CallSummary } from '../report/events.js';
import type { Toolbox } from '../skills/toolbox.js';
import { fitMessage } from './fit-message.js';

type Run = Pick<Ground, 'emit' | 'parent' | 'session' | 'spec'> & Pick<Exchanges, 'counts'>;

/** Puts a call on the schedule; it starts when its turn comes, and is in the journal as soon as it has ended. */
export function startCall(
  run: Run & Calling & Pick<Toolbox, 'deferral'>,
  asked: RequestedCall,
  { schedule, signal }: { schedule: Schedule; signal: AbortSignal },
): void {
  const { toolAliases } = run.spec;
  const name = Object.hasOwn(toolAliases, asked.name) ? (toolAliases[asked.name] ?? asked.name) : asked.name;
  const call = { ...asked, name };
  schedule.add(async (turn) => {
    const settled = await runToolCall(call, { ...run.calls, signal, turn });
    // Without an end in the journal it is still open: a resumed session begins with it.
    return settled.outcome === 'deferred' ? settled : recordCall(run, run.deferral.referring(settled));
  });
}

/** Makes the message that answers all calls of the model's message: one block each, in order. */
export async function answerCalls(run: Run & Calling, settled: readonly SettledCall[]): Promise<void> {
  const uuid = randomUUID();
  run.emit({ type: 'reply', uuid, message: run.session.addResults(await fitMessage(run, settled), uuid) });
}

/** Written down as each call ends, not when the last one has: what is done stays done if the process dies in between. */
export function recordCall(run: Run, call: SettledCall): SettledCall {
  const block = redactValue(call.block as ToolResultBlock, redactor(run.spec.secrets));
  run.session.record({ t: 'ended', id: call.id, outcome: call.outcome, block });
  for (let one: Pick<Above, 'counts' | 'parent'> | undefined = run; one !== undefined; one = one.parent)
    one.counts.toolCalls += 1;
  run.counts.calls.push(summaryOf(call));
  if (isSpilled(call.result.content)) run.counts.spilled += 1;
  if (call.outcome === 'denied')
    run.counts.denials.push({ tool_name: call.name, tool_use_id: call.id, tool_input: call.input, reason: call.result.content });
  return { ...call, block };
}

const summaryOf = ({ id, name, outcome, durationMs, input, result }: SettledCall): CallSummary => ({
  id,
  name,
  outcome,
  durationMs: Math.round(durationMs),
  inputChars: JSON.stringify(input)?.length ?? 0,
  resultChars: result.content.length,
});
