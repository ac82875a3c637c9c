import type { Hook, HookEvent, PluginParts, ServiceOffer, Tool } from '@loadout/core';
import type { ToolSource } from '@loadout/core/run';
import { errors } from '../report/errors.js';

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
