import type { Access } from './permission.js';
import type { JsonSchema, Schema } from './schema.js';
import type { Service } from './session/service-offer.js';
import type { ToolOutput, ToolResult } from './tool-result.js';

/** Hints for people and hosts. An MCP server's hints never loosen a permission. Defaults are MCP's, but for `openWorldHint`. */
export interface ToolAnnotations {
  /** The tool changes nothing in the world. Default `false`. */
  readonly readOnlyHint?: boolean;
  /** The tool may destroy existing data. Default `true`. */
  readonly destructiveHint?: boolean;
  /** Calling twice has the effect of calling once; such a call is repeated after a crash. Default: as `isReadOnly`. */
  readonly idempotentHint?: boolean;
  /** The tool reaches beyond this machine. Default `false`. */
  readonly openWorldHint?: boolean;
}

/** The context of one call. Every path in an input is relative to `cwd`. */
export interface ToolContext {
  /** The session's current working directory, absolute. */
  readonly cwd: string;
  /** The working directories, absolute, with links resolved. */
  readonly roots: readonly string[];
  readonly toolUseId: string;
  readonly sessionId: string;
  readonly agentId: string;
  /** Aborted on interrupt and on timeout. The tool must stop soon after, with everything that it started. */
  readonly signal: AbortSignal;
  /** The environment for child processes, without secrets. */
  readonly env: Readonly<Record<string, string>>;
  /** The folder of this session's large results. `Read` may read there without a rule. */
  readonly artifactDir: string;
  /** Exactly the things that this call may touch, from `access`. The tool resolves no path again. Empty until decided. */
  readonly permitted: readonly Access[];
  /** Returns true if no deny or ask rule is about reading this absolute path, for file searches. Contract: pure, never throws. */
  mayRead(path: string): boolean;
  /** Returns a service. Contract: throws SERVICE_MISSING if no plugin offers it; the error result then names the service. */
  get<T>(service: Service<T>): T;
  find<T>(service: Service<T>): T | undefined;
  /** Shows progress to the host. `message` is the newest state, not a log line. */
  progress(message: string): void;
  /** Sends a session event, such as `TodoListUpdated`. */
  emit(event: SessionEvent): void;
}

/**
 * The work for which a run finds a tool, whatever its name is; of several, the first. The run itself calls `runs-commands` with
 * `{ command }`, `reads-files` with `{ file_path, offset, limit }` and `finds-files` with `{ pattern, path }`.
 */
export type ToolRole = FileRole | 'runs-commands' | 'starts-agents' | 'loads-skills' | 'finds-tools' | 'ends-plan-mode';
type FileRole = 'reads-files' | 'finds-files' | 'searches-files';

type Flag<In> = boolean | ((input: In) => boolean);

/**
 * A tool. `name`, `description`, `inputSchema` and `call` are enough; an object written by hand works as well as the result of
 * `defineTool`. A flag that is a function gets parsed input; if the function throws, the careful answer counts.
 */
export interface Tool<In = never> {
  /** Letters, digits, `_` and `-`, at most 64. PascalCase by convention. */
  readonly name: string;
  /** Other names that the model, rules and matchers may use. Never sent to the model. */
  readonly aliases?: readonly string[];
  /** A text for the model: what the tool returns, its limits as numbers, and what to do with a cut-off result. */
  readonly description: string;
  readonly inputSchema: JsonSchema | Schema;
  /** Other names of parameters: alias -> parameter. camelCase names are understood without an alias. */
  readonly inputAliases?: Readonly<Record<string, string>>;
  /** Parameters that name a file or a folder. Hooks and people who are asked see absolute paths there. Default: none. */
  readonly paths?: readonly string[];
  readonly outputSchema?: JsonSchema | Schema;
  readonly annotations?: ToolAnnotations;
  /** Whether the call changes nothing. Default: `annotations.readOnlyHint`, else `false`. */
  readonly isReadOnly?: Flag<In>;
  /** Whether the call may run beside other safe calls. Default `false`. */
  readonly isConcurrencySafe?: Flag<In>;
  /** Longer text is stored in a file, with a preview. Default and maximum 50,000; `Infinity` for a tool that pages itself. */
  readonly maxResultChars?: number;
  /** Milliseconds until the call is aborted. Default: no timeout. */
  readonly timeoutMs?: number;
  /** `cancel` (default): an interrupt aborts the call. `block`: the call finishes first. */
  readonly interruptBehavior?: 'cancel' | 'block';
  /** The tool's purpose is to ask a person: no mode and no rule allows the call unasked. Default `false`. */
  readonly requiresUserInteraction?: boolean;
  /** Whether the schema may be held back until ToolSearch finds it. Default: `may` for a tool of an MCP server, else `never`. */
  readonly deferral?: 'never' | 'may' | 'always';
  /** The result can be produced again, so an old one may be cleared. Default `false`. Source: COMPACT-03. */
  readonly rereadable?: boolean;
  /** Withheld from subagents, unless a subagent's own tool list names it. Default `false`. Source: AGENT-04. */
  readonly forParentOnly?: boolean;
  /** Default: none. A tool of an MCP server has none. */
  readonly role?: ToolRole;
  /** Services that the calls need. If no plugin offers one of them, `loadout check` warns. Source: PLUG-02. */
  readonly needs?: readonly Service<unknown>[];
  /** Returns all that the call touches. Contract: changes nothing. If it throws, only a person can allow the call. */
  access?(input: In, context: ToolContext): readonly Access[] | Promise<readonly Access[]>;
  /**
   * Returns a sentence for the model if the input has a problem that no schema expresses. Called before hooks and permissions,
   * maybe while earlier calls still run, and again for input that a hook or a person changed.
   */
  validateInput?(input: In, context: ToolContext): string | undefined | Promise<string | undefined>;
  /**
   * Returns a sentence, or throws, if the call could only fail as things are now. Called in the call's turn before a person is
   * asked, with `permitted` as the call would get it; never for a denied call, and not where nobody needs to be asked. Source: U4.
   */
  obstacle?(input: In, context: ToolContext): string | undefined | Promise<string | undefined>;
  /**
   * Does the work. `input` has passed the schema: trust its shape, not its intent. Contract: may throw; the message becomes an
   * error result (a `LoadoutError` adds its fix). Never called with input that was not permitted.
   */
  call(input: In, context: ToolContext): ToolOutput | Promise<ToolOutput>;
  /** Replaces the whole mapping to a Messages API block. Source: DEF-11. */
  mapResult?(result: ToolResult): unknown;
}

/** A tool with any input, as stored in the pool. Each tool is called only with the output of its own schema. */
export type AnyTool = Tool<never>;

/** An event that a tool or the runner sends to the host. Source: EVT-01. */
export type SessionEvent =
  | { readonly type: 'ToolListChanged' | 'ResourceListChanged' | 'PromptListChanged' }
  | { readonly type: 'TodoListUpdated'; readonly oldTodos: readonly unknown[]; readonly newTodos: readonly unknown[] };
