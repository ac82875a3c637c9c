import type { AnyTool, ToolAnnotations } from '../tool.js';
import type { ContentBlock } from '../tool-result.js';
import type { Elicitation, ElicitationAnswer } from './elicitation.js';
import type { SessionScope } from './service-offer.js';

/** A source of tools that are known only after a query and may change during a session, such as the tools of MCP servers. */
export interface ToolSource {
  /** The source only restores data from its plugin's `stateDir`, and has no tools. Without that folder, no plugin is loaded. Source: PERF-04. */
  readonly keptInState?: boolean;
  /** Opens the source, once per session, before the first turn. Contract: returns at once and never throws. */
  open(session: ToolSourceSession): OpenToolSource;
  /** Returns the tools that are known while the source is not open. Contract: starts nothing and never throws. Default: none. */
  known?(): readonly AnyTool[];
  /**
   * Returns whether the source could have a tool of this name, or tools of this pattern, once it is open; other names that an agent lists are
   * misspelt. Contract: starts nothing and never throws. Default: any name.
   */
  mayHave?(name: string): boolean;
}

export interface ToolSourceSession extends SessionScope {
  /** Aborted on interrupt: work in progress ends. */
  readonly signal: AbortSignal;
  /** Returns whether this agent could see a tool whose name starts with the prefix. Other servers need not start. */
  mayOffer(prefix: string): boolean;
  /** Shows a person a message that no call reports. */
  notice(message: string): void;
  /** The most milliseconds for `ready`, where a client waits that can be told of new tools later. Default: the source decides. */
  readonly patienceMs?: number | undefined;
  /** Whether the agent has tools without this source, so that its first request need not wait for every one of these. */
  readonly hasTools?: boolean | undefined;
  /** Shows a person what the start of the run waits for. */
  waiting?(message: string): void;
  /** Asks a person a question of a source. Absent: nobody is there, and each question is declined. Source: MCP-15. */
  elicit?(request: Elicitation, options: { readonly signal: AbortSignal }): Promise<ElicitationAnswer>;
  /** Has the model answer for a source, at the cost of this run. Absent: such requests are refused. Source: MCP-15. */
  sample?(request: SamplingRequest, options: { readonly signal: AbortSignal }): Promise<SamplingAnswer>;
  /** Reports that a source's resources or prompts have changed. Source: EVT-01. */
  listChanged?(what: 'resources' | 'prompts'): void;
}

export interface SamplingRequest {
  /** The key of the MCP server that asks. */
  readonly source: string;
  readonly system?: string | undefined;
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly content: readonly ContentBlock[] }[];
  readonly maxTokens: number;
  readonly temperature?: number | undefined;
  readonly stopSequences?: readonly string[] | undefined;
}

export interface SamplingAnswer {
  /** The name of the model that answered. */
  readonly model: string;
  readonly text: string;
  readonly stopReason?: string | undefined;
}

export interface OpenToolSource {
  /** Settles, in bounded time, when the tools that the start needs are there. Contract: a rejection ends the run. */
  ready(): Promise<void>;
  /** Returns the current tools, in the order in which they follow all other tools. Called before each turn after a change. */
  tools(): readonly AnyTool[];
  /** Registers a listener. Contract: the source calls `listener` after `tools()` has changed. */
  onChange(listener: () => void): void;
  /** Reports that the session's working directory has changed. Contract: never throws. */
  moved?(place: Pick<SessionScope, 'cwd' | 'roots'>): void;
  /** The servers behind the tools, for a host that manages them. */
  readonly servers?: ServerControl | undefined;
  /** Ends everything that the source started. Contract: never rejects. */
  close(): Promise<void>;
}

/** Controls for the servers of a source. Source: CTRL-11. */
export interface ServerControl {
  list(): readonly ServerState[];
  /** Reconnects a server. Contract: rejects with the reason on failure, and for an unknown key. */
  reconnect(key: string): Promise<void>;
  /** Turns a server on or off. A server that is off keeps its place. Contract: as `reconnect`. */
  toggle(key: string, on: boolean): Promise<void>;
  /** Closes servers that are missing from `servers` or have changed, and connects new ones. Returns problems by key. */
  replace(servers: Readonly<Record<string, unknown>>): Promise<{
    readonly added: readonly string[];
    readonly removed: readonly string[];
    readonly errors: Readonly<Record<string, string>>;
  }>;
}

export interface ServerState {
  readonly key: string;
  readonly state: 'connected' | 'failed' | 'needs-auth' | 'pending' | 'disabled';
  readonly problem?: string | undefined;
  /** The server's own name and version. */
  readonly info?: { readonly name: string; readonly version: string } | undefined;
  /** The server's words about how to use it: cleaned, and cut. Absent: it gave none, or its entry turns them off. */
  readonly instructions?: string | undefined;
  /** The tools, under the server's names. */
  readonly tools: readonly {
    readonly name: string;
    readonly description: string;
    readonly annotations?: ToolAnnotations | undefined;
  }[];
}
