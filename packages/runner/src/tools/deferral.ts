import type { DeferredTool, DeferredTools } from '@loadout/core';
import { type ApiTool, type Block, isToolUse, type Message, type ToolResultBlock } from '@loadout/core/model';
import type { PoolTool, SettledCall, ToolPool } from '@loadout/core/run';
import { type Told, told } from '../told/told.js';
import { toolWith } from './find-tools.js';

const USUAL_PERCENT = 10;
const USUAL_WINDOW = 200_000;

interface DeferralRules {
  /** See `AgentPlan.toolSearch`. */
  readonly when: 'on' | 'off' | number | undefined;
  /** The tokens of the model's window. */
  readonly window: number | undefined;
  /** Whether the provider receives all tools and defers them itself, so that the request never changes (POOL-14). */
  readonly byReference: boolean;
  /** The name of the tool that finds tools, as known before the first request. */
  readonly search?: string | undefined;
  /** The tools that the conversation loaded before this run. Default: no tool. */
  readonly loaded?: readonly string[] | undefined;
}

/** The tools of a run that the model knows by name only. Source: POOL-12, POOL-13. */
export class Deferral implements DeferredTools {
  readonly #rules: DeferralRules;
  /** The tools sent with their schema. They stay so, for the prompt cache. */
  readonly #sent = new Set<string>();
  readonly #deferred = new Map<string, PoolTool>();
  readonly #loaded: Set<string>;
  /** The tool that finds and loads deferred tools. Without this tool, no tool is deferred. */
  #search: string | undefined;
  /** The names that the conversation contains. */
  #told = new Set<string>();
  /** Called when the next request differs. */
  whenLoaded: (() => void) | undefined;

  constructor(rules: DeferralRules) {
    this.#rules = rules;
    this.#loaded = new Set(rules.loaded);
    this.#search = rules.search;
  }

  list(): readonly DeferredTool[] {
    const open = [...this.#deferred.values()].filter((tool) => !this.#loaded.has(tool.name));
    return open.map(({ name, api }) => ({ name, description: api.description }));
  }

  load(names: readonly string[]): readonly string[] {
    const found = names.filter((name) => this.#deferred.has(name));
    const fresh = found.filter((name) => !this.#loaded.has(name));
    for (const name of fresh) this.#loaded.add(name);
    if (fresh.length > 0 && !this.#rules.byReference) this.whenLoaded?.();
    return found;
  }

  /**
   * Completes the result of a call. A search refers to the tools that it loaded. A failed call of a tool that is not loaded says how
   * to load the tool, because the model has guessed the input. Source: POOL-14, G15, PIPE-04.
   */
  completed(call: SettledCall): SettledCall {
    if (call.name === this.#search) return this.#referring(call);
    const isGuessed = call.outcome === 'failed' || call.code?.startsWith('TOOL_INPUT_') === true;
    if (this.#search === undefined || !isGuessed || !this.#deferred.has(call.name) || this.#loaded.has(call.name)) return call;
    const hint = told.neverLoaded(call.name, this.#search);
    const { content } = call.block;
    const hinted = typeof content === 'string' ? `${content}\n${hint}` : [...content, { type: 'text', text: hint }];
    return { ...call, block: { ...call.block, content: hinted } as SettledCall['block'] };
  }

  /** Makes the result of a search refer to the tools that it loaded, which shows the model their schemas. Source: POOL-14. */
  #referring(call: SettledCall): SettledCall {
    if (!this.#rules.byReference || call.outcome !== 'done') return call;
    const { matches } = (call.result.structuredContent ?? {}) as { readonly matches?: readonly string[] };
    const content = (matches ?? [])
      .filter((name) => this.#loaded.has(name))
      .map((tool_name) => ({ type: 'tool_reference', tool_name }));
    return content.length === 0 ? call : { ...call, block: { ...call.block, content } };
  }

  /** Returns the tools of the next requests: tools with schemas in the order of the pool, then loaded tools in their order. */
  sent(pool: ToolPool): readonly ApiTool[] {
    this.#decide(pool);
    const whole = pool.tools.filter((tool) => !this.#deferred.has(tool.name)).map((tool) => tool.api);
    if (this.#rules.byReference)
      return [...whole, ...[...this.#deferred.values()].map((tool) => ({ ...tool.api, defer_loading: true }))];
    return [...whole, ...[...this.#loaded].flatMap((name) => this.#deferred.get(name)?.api ?? [])];
  }

  /** Returns a text about deferred tools that the model does not know yet. */
  announce(): Told | undefined {
    const fresh = this.list().filter(({ name }) => !this.#told.has(name));
    if (fresh.length === 0 || this.#search === undefined) return undefined;
    for (const { name } of fresh) this.#told.add(name);
    return told.deferredTools(
      this.#search,
      fresh.map(({ name }) => name),
    );
  }

  /**
   * Forgets the names after the conversation was replaced. Loaded tools stay loaded, but references to them are gone (POOL-15).
   */
  forget(): void {
    this.#told = new Set();
    if (!this.#rules.byReference || this.#loaded.size === 0) return;
    for (const name of this.#loaded) {
      this.#deferred.delete(name);
      this.#sent.add(name);
    }
    this.#loaded.clear();
    this.whenLoaded?.();
  }

  #decide(pool: ToolPool): void {
    this.#search = toolWith(pool, 'finds-tools')?.name;
    for (const name of this.#deferred.keys()) if (pool.get(name) === undefined) this.#deferred.delete(name);
    const keepsBack = this.#keepsBack(pool);
    for (const tool of pool.tools) {
      const isKept = keepsBack && tool.deferral !== 'never' && !this.#sent.has(tool.name);
      if (isKept || (this.#deferred.has(tool.name) && this.#search !== undefined)) this.#deferred.set(tool.name, tool);
      else {
        this.#deferred.delete(tool.name);
        this.#sent.add(tool.name);
      }
    }
  }

  #keepsBack(pool: ToolPool): boolean {
    const { when = USUAL_PERCENT, window = USUAL_WINDOW } = this.#rules;
    if (when === 'off' || this.#search === undefined) return false;
    if (when === 'on') return true;
    const candidates = pool.tools.filter((tool) => tool.deferral !== 'never');
    if (candidates.some((tool) => tool.deferral === 'always')) return true;
    return candidates.reduce((sum, { api }) => sum + tokensOf(api), 0) > (window * when) / 100;
  }
}

/** Estimates tokens as roughly as the estimate of a conversation. */
const tokensOf = (api: ApiTool) => JSON.stringify(api).length / 4;

/**
 * Returns the tools whose schemas a conversation has had: tools that it called and tools that a search found, in that order. A
 * resumed session has them from its first request. `search`: the name of the tool that finds tools. Source: SESS-04, POOL-15.
 */
export function loadedBefore(messages: readonly Message[], search: string | undefined): readonly string[] {
  const names = new Set<string>();
  const searches = new Set<string>();
  for (const block of messages.flatMap((message) => message.content)) {
    if (isToolUse(block)) {
      if (block.name === search) searches.add(block.id);
      else names.add(block.name);
    } else if (isResult(block) && searches.has(block.tool_use_id) && block.is_error !== true)
      for (const name of foundIn(block)) names.add(name);
  }
  return [...names];
}

const isResult = (block: Block): block is ToolResultBlock => block.type === 'tool_result';

/** Reads the tools from references, or from the text in which a search names the loaded tools. */
function foundIn({ content }: ToolResultBlock): readonly string[] {
  if (typeof content === 'string') return [...content.matchAll(/^- ([\w-]{1,64}): /gm)].map(([, name = '']) => name);
  return content.flatMap((part) => {
    const { type, tool_name, text } = part as { type?: unknown; tool_name?: unknown; text?: unknown };
    if (type === 'tool_reference' && typeof tool_name === 'string') return [tool_name];
    return type === 'text' && typeof text === 'string' ? foundIn({ type: 'tool_result', tool_use_id: '', content: text }) : [];
  });
}
