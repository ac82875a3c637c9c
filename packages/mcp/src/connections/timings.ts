/** Milliseconds. A server's own `timeout` and `startTimeout` come before these. */
export interface McpTimings {
  /** The most that the first request waits for a server, and how long a `required` server may take. Default 60,000. */
  readonly start: number;
  /** Until the start of a server that is not required is given up, when the run has long continued. Default 600,000. */
  readonly giveUp: number;
  /** For one request; counted anew at each progress. Default 60,000. */
  readonly call: number;
  /** Before the second attempt to connect; doubled before each one after. Default 1,000. */
  readonly backoff: number;
}

/** The milliseconds for each attempt to connect, and the moment when the time of all together is over. */
export interface AttemptTime {
  readonly ms: number;
  readonly until?: number | undefined;
}

/** `npx` may have to download a server first, so a start has a minute. Source: G1. */
export const DEFAULT_TIMINGS: McpTimings = { start: 60_000, giveUp: 600_000, call: 60_000, backoff: 1_000 };

/** The limit for one request, whatever progress is reported. */
export const LONGEST_REQUEST_MS = 3_600_000;

/** The shortest timeout. A smaller value was probably meant as seconds, and is ignored. Source: MCP-07. */
export const SHORTEST_TIMEOUT_MS = 1_000;
