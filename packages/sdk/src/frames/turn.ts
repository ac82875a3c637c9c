import type { Usage } from '@loadout/core/model';
import type { AgentEvent } from '@loadout/runner';
import type { MessageOrigin } from '../types/messages.js';
import type { ApiUsage } from '../types/usage.js';
import { NO_USAGE, sum } from './usage.js';

/** Values that are added up or remembered from a prompt to its result. */
export interface Turn {
  readonly startedAt: number;
  readonly origin: MessageOrigin | undefined;
  message: { id: string; model: string; requestId?: string | undefined; usage?: Usage | undefined };
  /** The ids of the messages that the model began. */
  readonly begunIds: string[];
  usage: ApiUsage;
  ttftMs: number | undefined;
  /** Milliseconds until the first text, thinking or call. */
  contentMs: number | undefined;
  requestMs: number | undefined;
  hasBegun: boolean;
  hadCalls: boolean;
  wasStoppedByAnswer: boolean;
  /** The text of an unfinished block. */
  partial: string;
}

export const newTurn = (startedAt: number, origin: Turn['origin']): Turn => ({
  startedAt,
  origin,
  message: { id: '', model: '' },
  usage: NO_USAGE,
  begunIds: [],
  ttftMs: undefined,
  contentMs: undefined,
  requestMs: undefined,
  hasBegun: false,
  hadCalls: false,
  wasStoppedByAnswer: false,
  partial: '',
});

/** Notes what an answer of the model shows: its beginning, its content so far, its usage. */
export function note(turn: Turn, event: AgentEvent, elapsedMs: () => number): void {
  switch (event.type) {
    case 'message_start':
      turn.message = { id: event.id, model: event.model, requestId: event.requestId, usage: event.usage };
      turn.ttftMs ??= elapsedMs();
      turn.begunIds.push(event.id);
      turn.partial = '';
      return;
    case 'text':
      turn.partial += event.text;
      turn.contentMs ??= elapsedMs();
      return;
    case 'block':
      if (event.block.type === 'text') turn.partial = '';
      turn.contentMs ??= elapsedMs();
      return;
    case 'thinking':
      turn.contentMs ??= elapsedMs();
      return;
    case 'message':
      turn.usage = sum(turn.usage, event.usage);
  }
}
