import type { AnyTool } from '../contract/tool.js';
import type { SessionScope } from './service-offer.js';

/** Tools that are only known once something was asked, and that may change while a session runs: those of MCP servers. */
export interface ToolSource {
  /** Called once per session, before its first turn. Contract: returns at once and never throws. */
  open(session: ToolSourceSession): OpenToolSource;
}

export interface ToolSourceSession extends SessionScope {
  /** The environment for child processes, already without secrets. */
  readonly env: Readonly<Record<string, string>>;
  /** Aborted on interrupt: what is under way ends. */
  readonly signal: AbortSignal;
  /** Whether this agent could see any tool whose name starts so: what it cannot see need not be started. */
  mayOffer(prefix: string): boolean;
  /** Tells a person what no call tells. */
  notice(message: string): void;
}

export interface OpenToolSource {
  /** Settles, in bounded time, when the tools that must be there at the start are. Contract: a rejection ends the run. */
  ready(): Promise<void>;
  /** Those that are there now. Asked before each turn after a change; they go behind all others, in this order. */
  tools(): readonly AnyTool[];
  /** Contract: `listener` is called after `tools()` has changed. */
  onChange(listener: () => void): void;
  /** Ends all that it started. Contract: never rejects. */
  close(): Promise<void>;
}
