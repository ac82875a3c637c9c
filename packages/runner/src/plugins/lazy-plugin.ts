import { existsSync } from 'node:fs';
import {
  type AnyTool,
  compileSchema,
  type Hook,
  type HookEvent,
  type HookSet,
  type JsonSchema,
  type PluginParts,
  type Schema,
  type ServiceOffer,
  type Tool,
} from '@loadout/core';
import type { OpenToolSource, ToolSource } from '@loadout/core/run';
import { errors } from '../report/errors.js';
import type { ListedTool, PluginListing } from './listing.js';

/** Builds the parts of a listed plugin without loading the plugin. `stateDir` is the plugin's own. Source: PERF-04. */
export function lazyParts(
  listing: PluginListing,
  { plugin, stateDir }: { readonly plugin: FirstUse; readonly stateDir: string },
): PluginParts {
  return {
    tools: listing.tools.map((tool) => lazyTool(tool, () => plugin.tool(tool.name))),
    hooks: lazyHooks(listing, plugin),
    services: listing.services.map(({ key, ...rest }) => ({
      ...rest,
      service: { key },
      create: (session) => plugin.offer(key).create(session),
      dispose: (value) => plugin.offer(key).dispose?.(value),
    })),
    ...(listing.toolSource === undefined ? {} : { toolSource: lazySource(plugin, stateDir) }),
    dispose: () => plugin.dispose(),
  };
}

function lazyHooks({ hooks }: PluginListing, plugin: FirstUse): HookSet {
  const sets = Object.entries(hooks).map(([event, listed]) => [
    event,
    listed.map((hook, index) => ({
      ...hook,
      run: (...call: Parameters<Hook['run']>) =>
        hook.afterUse === true && !plugin.isLoaded ? undefined : plugin.hook(event as HookEvent, index)(...call),
    })),
  ]);
  return Object.fromEntries(sets) as HookSet;
}

const lazySource = (plugin: FirstUse, stateDir: string): ToolSource => ({
  open: (session) => (existsSync(stateDir) ? plugin.source().open(session) : NOTHING_KEPT),
  mayHave: () => false,
});

const NOTHING_KEPT: OpenToolSource = {
  ready: async () => {},
  tools: () => [],
  onChange: () => {},
  close: async () => {},
};

type RealTool = Tool<unknown>;

/**
 * Builds a tool from its listing. `real` returns the tool itself and loads its plugin the first time: when input is parsed, since
 * every other use of a call comes later.
 */
function lazyTool(listed: ListedTool, real: () => RealTool): AnyTool {
  const { inputSchema, outputSchema, needs, isReadOnly, isConcurrencySafe, maxResultChars, timeoutMs, functions, ...plain } =
    listed;
  const has = (name: (typeof functions)[number]) => functions.includes(name);
  const tool: RealTool = {
    ...plain,
    inputSchema: lazySchema(inputSchema, () => real().inputSchema),
    ...(outputSchema === undefined ? {} : { outputSchema: lazySchema(outputSchema, () => real().outputSchema ?? outputSchema) }),
    ...(needs === undefined ? {} : { needs: needs.map((key) => ({ key })) }),
    ...(isReadOnly === undefined ? {} : { isReadOnly: lazyFlag('isReadOnly', isReadOnly, real) }),
    ...(isConcurrencySafe === undefined ? {} : { isConcurrencySafe: lazyFlag('isConcurrencySafe', isConcurrencySafe, real) }),
    ...(maxResultChars === undefined ? {} : { maxResultChars: Number(maxResultChars) }),
    ...(timeoutMs === undefined ? {} : { timeoutMs: Number(timeoutMs) }),
    call: (input, context) => real().call(input, context),
    // Methods that the tool lacks must be missing here too, because their absence has a meaning.
    ...(has('access') ? { access: (input, context) => real().access?.(input, context) ?? [] } : {}),
    ...(has('validateInput') ? { validateInput: (input, context) => real().validateInput?.(input, context) } : {}),
    ...(has('obstacle') ? { obstacle: (input, context) => real().obstacle?.(input, context) } : {}),
    ...(has('mapResult') ? { mapResult: (result) => real().mapResult?.(result) } : {}),
  };
  return tool as AnyTool;
}

function lazySchema(json: JsonSchema, real: () => JsonSchema | Schema): Schema {
  let schema: Schema | undefined;
  return {
    json,
    parse(value) {
      schema ??= compileSchema(real(), 'a listed tool');
      return schema.parse(value);
    },
  };
}

function lazyFlag(name: 'isReadOnly' | 'isConcurrencySafe', listed: boolean | 'input', real: () => RealTool) {
  if (listed !== 'input') return listed;
  return (input: unknown): boolean => {
    const tool = real();
    const flag = tool[name];
    return typeof flag === 'function' ? flag.call(tool, input) : flag === true;
  };
}

/** Loads a plugin when a part of it is first used: once, even if loading fails. */
export class FirstUse {
  readonly #use: string;
  readonly #load: () => PluginParts;
  #outcome: { readonly parts: PluginParts } | { readonly failure: unknown } | undefined;

  /** `load` imports the module, checks the options and sets the plugin up. */
  constructor(use: string, load: () => PluginParts) {
    this.#use = use;
    this.#load = load;
  }

  get isLoaded(): boolean {
    return this.#outcome !== undefined && 'parts' in this.#outcome;
  }

  tool(name: string): Tool<unknown> {
    const tool = this.#parts().tools?.find((one) => one.name === name);
    return this.#there(tool, `no tool ${name}`) as Tool<unknown>;
  }

  offer(key: string): ServiceOffer<unknown> {
    const offer = this.#parts().services?.find(({ service }) => service.key === key);
    return this.#there(offer, `no service ${key}`);
  }

  hook(event: HookEvent, index: number): Hook['run'] {
    const hook = [this.#parts().hooks?.[event] ?? []].flat()[index] as Hook | Hook['run'] | undefined;
    const there = this.#there(hook, `no hook ${index + 1} of ${event}`);
    return typeof there === 'function' ? there : there.run.bind(there);
  }

  source(): ToolSource {
    return this.#there(this.#parts().toolSource, 'no tool source');
  }

  dispose(): void | Promise<void> {
    const outcome = this.#outcome;
    this.#outcome = { failure: errors.PLUGIN_ENDED({ use: this.#use }) };
    return outcome !== undefined && 'parts' in outcome ? outcome.parts.dispose?.() : undefined;
  }

  #parts(): PluginParts {
    this.#outcome ??= this.#tried();
    if ('failure' in this.#outcome) throw this.#outcome.failure;
    return this.#outcome.parts;
  }

  #tried(): { readonly parts: PluginParts } | { readonly failure: unknown } {
    try {
      return { parts: this.#load() };
    } catch (failure) {
      return { failure };
    }
  }

  #there<T>(one: T | undefined, lack: string): T {
    if (one === undefined) throw errors.PLUGIN_LISTING({ use: this.#use, problem: `it has ${lack}` });
    return one;
  }
}
