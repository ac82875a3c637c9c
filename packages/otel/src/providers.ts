import type { Context } from '@opentelemetry/api';

/** The API that spans of these providers are made with. Each copy of the package has registrations of its own. */
export type Api = typeof import('@opentelemetry/api');
export type LogsApi = typeof import('@opentelemetry/api-logs');

/** The providers of traces, metrics and logs: those of the program, or our own. */
export interface Providers {
  readonly api: Api;
  readonly tracers: Pick<Api['trace'], 'getTracer'>;
  readonly meters: Pick<Api['metrics'], 'getMeter'>;
  /** Absent: log records go nowhere. */
  readonly loggers: Pick<LogsApi['logs'], 'getLogger'> | undefined;
  /** Returns the context above a span without a parent. */
  readonly current: () => Context;
  /** Passes the rest on. `isLast`: nothing follows. Contract: never rejects, and ends within a bound of its own. */
  readonly close: (isLast: boolean) => Promise<void>;
}
