import type { Access } from './permission.js';
import type { JsonSchema, Schema } from './schema.js';
import type { Service } from './session/service-offer.js';
import type { SessionEvent } from './session/session-event.js';
import type { ToolOutput, ToolResult } from './tool-result.js';

/** Hints for people and hosts. Those of an MCP server never loosen a permission. Defaults, the careful ones, are those of MCP but for `openWorldHint`. */
export interface ToolAnnotations {
  /** Changes nothing in the world. Default `false`. */
  readonly readOnlyHint?: boolean;
  /** May destroy what was there. Default `true`. */
  readonly destructiveHint?: boolean;
  /** Calling twice is calling once; such a call is repeated after a crash. Default: as `isReadOnly`. */
  readonly idempotentHint?: boolean;
  /** Reaches beyond this machine. Default `false`. */
  readonly openWorldHint?: boolean;
}

/** The context of one call. Every path in an input is relative to `cwd`. */
export interface ToolContext {
  /** The session's working directory now, absolute. */
  readonly cwd: string;
  /** The working directories, absolute, links resolved. */
  readonly roots: readonly string[];
  readonly toolUseId: string;
  readonly sessionId: string;
  readonly agentId: string;
  /** Aborted on interrupt and on timeout. A tool stops soon after, with all that it started. */
  readonly signal: AbortSignal;
  /** The environment for child processes, already without secrets. */
  readonly env: Readonly<Record<string, string>>;
  /** Where this session keeps large results; `Read` may read there without a rule. */
  readonly artifactDir: string;
  /** Exactly the things that this call may touch, as `access` named them. A tool works on these and resolves no path a second time. Empty before the decision. */
  readonly permitted: readonly Access[];
  /** No deny or ask rule stands against reading this absolute path: for a tool that finds files by itself. Contract: pure, never throws. */
  mayRead(path: string): boolean;
  /** Contract: throws SERVICE_MISSING when no plugin offers it, which becomes an error result that names it. */
  get<T>(service: Service<T>): T;
  find<T>(service: Service<T>): T | undefined;
  /** Tells the host how the work goes. `message` is the newest state, not a log. */
  progress(message: string): void;
  /** Sends one of the session events, such as `TodoListUpdated`. */
  emit(event: SessionEvent): void;
}

type Flag<In> = boolean | ((input: In) => boolean);

/**
 * A tool. `name`, `description`, `inputSchema` and `call` are enough; an object written by hand works as well as one from
 * `defineTool`. A flag that is a function gets parsed input; one that throws counts as the careful answer.
 */
export interface Tool<In = never> {
  /** Letters, digits, `_` and `-`, at most 64. PascalCase by custom. */
  readonly name: string;
  /** Other names under which the model, rules and matchers may call it. Never sent to the model. */
  readonly aliases?: readonly string[];
  /** For the model: what it returns, the limits with their numbers, what to do when cut off. */
  readonly description: string;
  readonly inputSchema: JsonSchema | Schema;
  /** Other names for parameters: other -> parameter. camelCase is understood without. */
  readonly inputAliases?: Readonly<Record<string, string>>;
  /** Parameters that name a file or a folder: hooks and people who are asked see absolute paths there. Default: none. */
  readonly paths?: readonly string[];
  readonly outputSchema?: JsonSchema | Schema;
  readonly annotations?: ToolAnnotations;
  /** Default: `annotations.readOnlyHint`, else `false`. */
  readonly isReadOnly?: Flag<In>;
  /** May run beside other safe calls. Default `false`. */
  readonly isConcurrencySafe?: Flag<In>;
  /** Longer text is spilled to a file and previewed. Default and most 50,000; `Infinity` for a tool that pages by itself. */
  readonly maxResultChars?: number;
  /** Milliseconds until the call is aborted. Default: none. */
  readonly timeoutMs?: number;
  /** `cancel` (default): an interrupt aborts it. `block`: it finishes first. */
  readonly interruptBehavior?: 'cancel' | 'block';
  /** Its work is to ask a person: no mode and no rule lets it pass unasked. Default `false`. */
  readonly requiresUserInteraction?: boolean;
  /** Whether its schema may be kept back until ToolSearch finds it. Default: `may` for a tool of an MCP server, else `never`. */
  readonly deferral?: 'never' | 'may' | 'always';
  /** Its result can be had again, so an old one may be cleared from a long conversation. Default `false`. Source: COMPACT-03. */
  readonly rereadable?: boolean;
  /** Not for an agent that another agent started, unless the own list of that agent names it. Default `false`. Source: AGENT-04. */
  readonly forParentOnly?: boolean;
  /** A call `{ command }` runs a command of the shell, also one in the text of a skill. Default `false`. */
  readonly runsCommands?: boolean;
  /** Services without which its calls fail: where no plugin offers one, `loadout check` warns. Source: PLUG-02. */
  readonly needs?: readonly Service<unknown>[];
  /** Names everything that the call touches, for the permission rules. Contract: changes nothing; a throw makes the call one that only a person can allow. */
  access?(input: In, context: ToolContext): readonly Access[] | Promise<readonly Access[]>;
  /** Refuses, with a sentence for the model, what a schema cannot say. Called before hooks and permissions, maybe while earlier calls still run, and again for input that a hook or a person changed. */
  validateInput?(input: In, context: ToolContext): string | undefined | Promise<string | undefined>;
  /**
   * Does the work. `input` has passed the schema: trust its shape, not its intent.
   * Contract: may throw; the message becomes an error result (a `LoadoutError` adds its fix). Never called with input that was not permitted.
   */
  call(input: In, context: ToolContext): ToolOutput | Promise<ToolOutput>;
  /** Replaces the whole mapping to a Messages API block. Source: DEF-11. */
  mapResult?(result: ToolResult): unknown;
}

/** A tool of any input. What the pool holds; each is called only with what its own schema gave back. */
export type AnyTool = Tool<never>;
