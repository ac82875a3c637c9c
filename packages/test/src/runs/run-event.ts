import type { Position, ToolResult } from '@loadout/core';
import type { PermissionRule } from '@loadout/core/run';

/** An event of a run, as `agent.run()` yields it. The shape is structural, so that this package needs no runner. */
export interface RunEvent {
  readonly type: string;
}

/** A run of an agent: an iterable of events. */
export type RunOf = AsyncIterable<RunEvent>;

/** The fields of a result that a record needs. */
export interface RunSummary {
  readonly outcome: string;
  readonly text: string;
  readonly structuredOutput?: unknown;
  readonly turns: number;
  readonly usage: { readonly input_tokens: number; readonly output_tokens: number };
  readonly costUsd: number | null;
  readonly error?: { readonly code: string; readonly message: string; readonly fix?: string | undefined } | undefined;
}

interface ResultEvent extends RunEvent {
  readonly type: 'result';
  readonly result: RunSummary;
}

/** The events that say something about calls. */
export type CallStory =
  | { readonly type: 'init'; readonly init: { readonly agent: string } }
  | { readonly type: 'tool_call'; readonly id: string; readonly name: string; readonly input: unknown }
  | {
      readonly type: 'permitted';
      readonly id: string;
      readonly reason: string;
      readonly rule?: string | undefined;
      readonly position?: Position | undefined;
      readonly by?: 'hook' | 'person' | undefined;
    }
  | { readonly type: 'hook'; readonly name: string; readonly outcome: string; readonly toolUseId?: string | undefined }
  | { readonly type: 'tool_result'; readonly id: string; readonly name: string; readonly call: SettledLike }
  | { readonly type: 'subagent'; readonly path: readonly string[]; readonly event: CallStory };

/** The fields of a settled call that a record needs. */
export interface SettledLike {
  readonly outcome: 'done' | 'failed' | 'denied' | 'deferred' | 'refused' | 'interrupted';
  readonly result: Pick<ToolResult, 'content'> & { readonly isError?: boolean; readonly structuredContent?: unknown };
  readonly input: unknown;
  readonly notes?: string | undefined;
  readonly deniedBy?: 'person' | 'hook' | undefined;
  readonly rule?: PermissionRule | undefined;
  readonly unasked?: true | undefined;
  readonly durationMs?: number | undefined;
  readonly code?: string | undefined;
  readonly stop?: string | undefined;
}

const STORY = new Set(['init', 'tool_call', 'permitted', 'hook', 'tool_result', 'subagent']);

export const isStory = (event: RunEvent): event is CallStory => STORY.has(event.type);
export const isResult = (event: RunEvent): event is ResultEvent => event.type === 'result' && 'result' in event;

/** An event as `--output stream-json` prints it: an ended call without the data that only the loop needs. */
export function plainEvent(event: RunEvent): unknown {
  if (!isStory(event)) return event;
  if (event.type === 'subagent') return { ...event, event: plainEvent(event.event) };
  if (event.type !== 'tool_result') return event;
  const { outcome, result, durationMs, code, stop } = event.call;
  const { content, isError, structuredContent } = result;
  return { ...event, call: undefined, outcome, isError, content, structuredContent, durationMs, code, stop };
}
