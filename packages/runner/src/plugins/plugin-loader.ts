import { messageOf } from '@loadout/core';
import type { ModelProvider } from '@loadout/core/model';
import type { Plan, ProviderPlan } from '@loadout/core/run';
import { afterInstall, type KnownProvider, knownProvider } from '@loadout/models';
import { stateDir } from '@loadout/node';
import { errors } from '../report/errors.js';
import type { PluginRequest } from './import-plugin.js';
import { loadPlugin, type Mounted } from './load-plugin.js';
import { resolveInstalled } from './resolve-plugin.js';

type Entry = KnownProvider & Partial<Pick<ProviderPlan, 'position'>>;

/** Loads each plugin once, and disposes all of them even after a failure. */
export class PluginLoader {
  readonly mounted: Mounted[] = [];
  readonly notices: string[] = [];
  /** The providers of the plugins loaded so far. */
  readonly loadedProviders: ModelProvider[] = [];
  /** The options that plugins mark as secrets, of the plugins loaded so far. */
  readonly secretOptions: string[] = [];
  readonly #plan: Plan;
  readonly #env: Readonly<Record<string, string | undefined>>;
  readonly #providers = new Map<string, Promise<ModelProvider>>();
  readonly #disposals: (() => void | Promise<void>)[] = [];

  constructor(plan: Plan, env: Readonly<Record<string, string | undefined>> = process.env) {
    this.#plan = plan;
    this.#env = env;
  }

  /** Imports modules in parallel; the order of the mounts stays that of the configuration. */
  async mountAll(requests: readonly (PluginRequest & { readonly optional: boolean })[]): Promise<void> {
    const loaded = await Promise.allSettled(requests.map((request) => this.#load(request)));
    let failure: unknown;
    for (const [index, one] of loaded.entries()) {
      if (one.status === 'fulfilled') this.mounted.push(one.value);
      else if (requests[index]?.optional === true)
        this.notices.push(`The optional plugin "${requests[index].use}" is left out: ${(one.reason as Error).message}`);
      else failure ??= one.reason;
    }
    if (failure !== undefined) throw failure;
  }

  provider(name: string): Promise<ModelProvider> {
    const known = this.#providers.get(name) ?? this.#loadProvider(name);
    this.#providers.set(name, known);
    return known;
  }

  async dispose(): Promise<void> {
    for (const dispose of this.#disposals.splice(0).reverse()) {
      try {
        await dispose();
      } catch (error) {
        this.notices.push(`A plugin could not be ended: ${messageOf(error)}`);
      }
    }
  }

  async #loadProvider(name: string): Promise<ModelProvider> {
    const entry: Entry = this.#plan.providers[name] ?? this.#knownEntry(name);
    const { parts } = await this.#load({ mount: name, use: entry.use, options: entry.options ?? {}, position: entry.position });
    if (parts.model === undefined) throw errors.PROVIDER_INVALID({ name, use: entry.use }, { position: entry.position });
    this.loadedProviders.push(parts.model);
    return parts.model;
  }

  /**
   * A provider that the plan does not name, such as that of `--model openai/gpt-5`. Nobody has judged the folder of the configuration
   * for it, so its package is one beside this package (GAP-E6).
   */
  #knownEntry(name: string): KnownProvider {
    const known = knownProvider(name);
    const available = Object.keys(this.#plan.providers).map((one) => `${one}/…`);
    if (known === undefined) throw errors.MODEL_UNKNOWN({ name: `${name}/…`, available });
    if (resolveInstalled(known.use) === undefined)
      throw errors.PACKAGE_NOT_INSTALLED({ needs: `The provider ${name}`, use: known.use, more: afterInstall(name, known) });
    return known;
  }

  async #load(request: PluginRequest): Promise<Mounted> {
    const { configDir, configFile } = this.#plan;
    const mounted = await loadPlugin(request, {
      configDir,
      isOfCode: configFile === undefined,
      stateDir: stateDir(this.#env),
      env: this.#env,
      hide: (secrets) => void this.secretOptions.push(...secrets),
    });
    if (mounted.parts.dispose !== undefined) this.#disposals.push(mounted.parts.dispose.bind(mounted.parts));
    return mounted;
  }
}
