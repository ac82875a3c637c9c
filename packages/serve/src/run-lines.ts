import { printableJson } from '@loadout/command';
import { plainEvent } from '@loadout/command/runs';
import { messageOf } from '@loadout/core';
import { type AgentEvent, type Run, type RunResult, redactValue } from '@loadout/runner';
import { EventLog } from './event-log.js';

type Redact = ((text: string) => string) | undefined;

export function logOf(events: readonly AgentEvent[], redact: Redact): EventLog {
  const log = new EventLog();
  for (const event of events) log.add(lineOf(event, redact));
  log.close();
  return log;
}

/**
 * Writes an event as a line. An event that cannot be written as text, such as one with endless nesting, is reported by its name.
 */
export function lineOf(event: AgentEvent, redact: Redact): string {
  try {
    return printableJson(redactValue(plainEvent(event), redact));
  } catch (error) {
    return printableJson({ type: event.type, omitted: messageOf(error) });
  }
}

/** The result of a run. Never rejects: a failure of a run is its own result and affects no other run. */
export async function resultOf(run: Run, redact: Redact): Promise<RunResult> {
  const result = await run.result;
  try {
    const told = redactValue(result, redact);
    printableJson(told);
    return told;
  } catch (error) {
    const { sessionId, outcome, text } = result;
    const problem = { code: 'INTERNAL', message: `The result cannot be sent whole: ${messageOf(error)}` };
    return {
      ...result,
      sessionId,
      outcome,
      text: redact?.(text) ?? text,
      calls: [],
      denials: [],
      structuredOutput: undefined,
      error: problem,
    };
  }
}
