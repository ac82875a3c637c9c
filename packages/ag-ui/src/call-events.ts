import type { DoorEvent } from '@loadout/serve';

/** An event of AG-UI 1.0. */
export type AgUiEvent = { readonly type: string } & Readonly<Record<string, unknown>>;

type Call = Pick<Extract<DoorEvent, { input: unknown }>, 'id' | 'name' | 'input'>;
type Result = Extract<DoorEvent, { type: 'tool_result' }>;

/** The beginning, the input and the end of a call. `by`: the agent that makes it, if it is not that of the run. */
export const callEvents = ({ id: toolCallId, name, input }: Call, by: object = {}): readonly AgUiEvent[] => [
  { type: 'TOOL_CALL_START', toolCallId, toolCallName: name, ...by },
  { type: 'TOOL_CALL_ARGS', toolCallId, delta: JSON.stringify(input ?? {}), ...by },
  { type: 'TOOL_CALL_END', toolCallId, ...by },
];

/** A call that waits has no result yet. A denied call has the reason with its rule as its result. */
export function resultEvents({ id, outcome, content }: Result, by: object = {}): readonly AgUiEvent[] {
  if (outcome === 'deferred') return [];
  const metadata = { loadout: { outcome } };
  return [{ type: 'TOOL_CALL_RESULT', messageId: `${id}-result`, toolCallId: id, content, role: 'tool', metadata, ...by }];
}
