import { isText, type Message } from '@loadout/core/model';
import type { SettledCall } from '@loadout/core/run';
import type { AgentEvent } from '@loadout/runner';

/** A line of `trace.jsonl`: an event with its time. The fields of an ended call are directly in the line. */
export type TraceLine = { readonly type: string; readonly time?: string } & Readonly<Record<string, unknown>>;

/** The events of a trace. A trace leaves out pieces of text, so each message arrives as one piece. */
export const traceEvents = (lines: readonly TraceLine[]): readonly AgentEvent[] => lines.flatMap(eventsOf);

function eventsOf({ time: _, ...line }: TraceLine): readonly AgentEvent[] {
  if (line.omitted !== undefined)
    return [{ type: 'notice', message: `A ${line.type} is not in the trace: ${String(line.omitted)}` }];
  if (line.type === 'tool_result') return [toolResult(line)];
  if (line.type === 'subagent') return eventsOf(line.event as TraceLine).map((event) => ({ ...line, event }) as AgentEvent);
  const event = line as unknown as AgentEvent;
  return event.type === 'message' ? [...spoken(event.message), event] : [event];
}

/** The events for a message, which originally arrived in pieces. */
export const spoken = (message: Message): readonly AgentEvent[] =>
  message.content.filter(isText).map(({ text }) => ({ type: 'text', text }));

function toolResult(line: Readonly<Record<string, unknown>>): AgentEvent {
  const { id, name, content, isError, structuredContent, outcome, durationMs, input, code, stop } = line as {
    readonly id: string;
    readonly name: string;
    readonly content?: string;
    readonly isError?: boolean;
    readonly structuredContent?: unknown;
    readonly outcome: SettledCall['outcome'];
    readonly durationMs: number;
    readonly input: unknown;
  } & Pick<SettledCall, 'code' | 'stop'>;
  const call = settledCall({ id, name, input, content: content ?? '', outcome, durationMs, isError: isError === true });
  return { type: 'tool_result', id, name, call: { ...call, code, stop, result: { ...call.result, structuredContent } } };
}

interface EndedCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  readonly content: string;
  readonly outcome: SettledCall['outcome'];
  readonly durationMs: number;
  readonly isError: boolean;
}

/** A call that has ended, as the run reported it. */
export const settledCall = ({ id, name, input, content, outcome, durationMs, isError }: EndedCall): SettledCall => ({
  id,
  name,
  outcome,
  input,
  durationMs,
  block: { type: 'tool_result', tool_use_id: id, content },
  result: { toolUseId: id, content, typedContent: [{ type: 'text', text: content }], isError },
});
