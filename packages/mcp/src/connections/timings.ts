/** Milliseconds. A server's own `timeout` and `startTimeout` come before these. */
export interface McpTimings {
  /** Until the tools of a server must be listed. Default 30,000. */
  readonly start: number;
  /** For one request; counted anew at each progress. Default 60,000. */
  readonly call: number;
  /** How long `ready` waits for servers that are not required. Default 5,000. */
  readonly eager: number;
  /** Before the second attempt to connect; doubled before each one after. Default 1,000. */
  readonly backoff: number;
}

export const DEFAULT_TIMINGS: McpTimings = { start: 30_000, call: 60_000, eager: 5_000, backoff: 1_000 };

/** The limit for one request, whatever progress is reported. */
export const LONGEST_REQUEST_MS = 3_600_000;

/** The shortest timeout. A smaller value was probably meant as seconds, and is ignored. Source: MCP-07. */
export const SHORTEST_TIMEOUT_MS = 1_000;
