import type { Hook, HookEvent, PluginParts, ServiceOffer, Tool, ToolSource } from '@loadout/core';
import { errors } from '../report/errors.js';

type SetUp = () => PluginParts;

/** Loads a plugin when a part of it is first used: once, even if loading fails. */
export class FirstUse {
  readonly #use: string;
  readonly #prepare: () => SetUp;
  #setUp: SetUp | undefined;
  #outcome: { readonly parts: PluginParts } | { readonly failure: unknown } | undefined;

  /** `prepare` imports the module and checks the options, without an effect on the world, and returns the step that has effects. */
  constructor(use: string, prepare: () => SetUp) {
    this.#use = use;
    this.#prepare = prepare;
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

  /** Prepares ahead of the first use, and sets nothing up. A failure shows at the first use, as without this call. */
  preload(): void {
    if (this.#outcome !== undefined) return;
    try {
      this.#setUp ??= this.#prepare();
    } catch {
      // The first use prepares again and fails alike: Node keeps the failure of a module.
    }
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
      this.#setUp ??= this.#prepare();
      return { parts: this.#setUp() };
    } catch (failure) {
      return { failure };
    }
  }

  #there<T>(one: T | undefined, lack: string): T {
    if (one === undefined) throw errors.PLUGIN_LISTING({ use: this.#use, problem: `it has ${lack}` });
    return one;
  }
}
