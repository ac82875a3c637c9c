import type { AnyTool, ToolAnnotations } from '../tool.js';
import type { ContentBlock } from '../tool-result.js';
import type { Elicitation, ElicitationAnswer } from './elicitation.js';
import type { SessionScope } from './service-offer.js';

/** Tools that are only known once something was asked, and that may change while a session runs: those of MCP servers. */
export interface ToolSource {
  /** The source only restores what its plugin keeps in `stateDir`. While that folder does not exist, the plugin is not loaded. Source: PERF-04. */
  readonly keptInState?: boolean;
  /** Called once per session, before its first turn. Contract: returns at once and never throws. */
  open(session: ToolSourceSession): OpenToolSource;
}

export interface ToolSourceSession extends SessionScope {
  /** Aborted on interrupt: what is under way ends. */
  readonly signal: AbortSignal;
  /** Whether this agent could see any tool whose name starts so: what it cannot see need not be started. */
  mayOffer(prefix: string): boolean;
  /** Tells a person what no call tells. */
  notice(message: string): void;
  /** Puts a question of a source to a person. Absent: nobody is there, and each question is declined. Source: MCP-15. */
  elicit?(request: Elicitation, options: { readonly signal: AbortSignal }): Promise<ElicitationAnswer>;
  /** Has the model answer for a source, at the cost of this run. Absent: a source that asks is refused. Source: MCP-15. */
  sample?(request: SamplingRequest, options: { readonly signal: AbortSignal }): Promise<SamplingAnswer>;
  /** Hears that what a source offers beside its tools is another now. Source: EVT-01. */
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
  /** Settles, in bounded time, when the tools that must be there at the start are. Contract: a rejection ends the run. */
  ready(): Promise<void>;
  /** Returns the tools that are there now, which go behind all others in this order. Called before each turn after a change. */
  tools(): readonly AnyTool[];
  /** Contract: `listener` is called after `tools()` has changed. */
  onChange(listener: () => void): void;
  /** Tells it that the session works elsewhere now. Contract: never throws. */
  moved?(place: Pick<SessionScope, 'cwd' | 'roots'>): void;
  /** The servers that the tools are of, for a host that looks after them. */
  readonly servers?: ServerControl | undefined;
  /** Ends all that it started. Contract: never rejects. */
  close(): Promise<void>;
}

/** Source: CTRL-11. */
export interface ServerControl {
  list(): readonly ServerState[];
  /** Contract: rejects with the reason when it does not go well, and for a key that is not known. */
  reconnect(key: string): Promise<void>;
  /** One that is off keeps its place. Contract: as `reconnect`. */
  toggle(key: string, on: boolean): Promise<void>;
  /** Closes those that are not among `servers` any more or have changed, connects what is new; problems by key. */
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
  /** As it names itself. */
  readonly info?: { readonly name: string; readonly version: string } | undefined;
  /** By their names at the server. */
  readonly tools: readonly {
    readonly name: string;
    readonly description: string;
    readonly annotations?: ToolAnnotations | undefined;
  }[];
}
