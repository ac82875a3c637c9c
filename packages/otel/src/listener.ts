import type { AgentEvent } from '@loadout/runner';
import type { SpanContext } from '@opentelemetry/api';

export type OwnEvent = Exclude<AgentEvent, { readonly type: 'subagent' }>;
export type Of<T extends OwnEvent['type']> = Extract<OwnEvent, { readonly type: T }>;

/** The place of an event in a run. */
export interface Where {
  /** The agent's name. */
  readonly agent: string;
  readonly provider: string;
  readonly isSubagent: boolean;
  /** The span that the event is about. */
  readonly span: SpanContext;
}

/** Hears the events of all agents of a run, after their spans. */
export type Listener = (event: OwnEvent, where: Where) => void;
