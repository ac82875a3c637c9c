import { pathToFileURL } from 'node:url';
import { messageOf } from '@loadout/core';
import type { Missing } from '@loadout/core/model';
import { errors, fixOf } from '../errors.js';
import type { AiSdkOptions } from '../options.js';
import { findModule } from './find-module.js';
import { knownPackage } from './known-packages.js';
import type { LanguageModel } from './language-model.js';

/** Makes models of one provider package. The package is imported for the first model. */
export class Models {
  readonly #options: AiSdkOptions;
  readonly #configDir: string;
  #provider: Promise<Provider> | undefined;
  readonly #models = new Map<string, LanguageModel>();

  constructor(options: AiSdkOptions, configDir: string) {
    this.#options = options;
    this.#configDir = configDir;
  }

  /** Returns the package that is not installed, without which there can be no model. */
  missing(): Missing | undefined {
    const { package: name } = this.#options;
    if (findModule(name, this.#configDir) !== undefined) return undefined;
    return { why: `${name} is not installed`, fix: fixOf({ install: installOf(name) }) };
  }

  /** Throws AI_SDK_MISSING, AI_SDK_PACKAGE, AI_SDK_VERSION. */
  async get(id: string): Promise<LanguageModel> {
    const found = this.#models.get(id);
    if (found !== undefined) return found;
    this.#provider ??= this.#load();
    const model = this.#modelOf(await this.#provider.catch((error: unknown) => this.#again(error)), id);
    this.#models.set(id, model);
    return model;
  }

  /** A package may be installed before the next request. */
  #again(error: unknown): never {
    this.#provider = undefined;
    throw error;
  }

  async #load(): Promise<Provider> {
    const { package: name, settings } = this.#options;
    const found = findModule(name, this.#configDir);
    if (found === undefined) throw errors.AI_SDK_MISSING({ name, install: installOf(name), configDir: this.#configDir });
    const module = await import(pathToFileURL(found.file).href).catch((cause: unknown) => {
      throw errors.AI_SDK_PACKAGE({ name, problem: `it does not load: ${messageOf(cause)}` }, { cause });
    });
    const create = this.#factory(module as Record<string, unknown>);
    return create({ ...knownPackage(name)?.settings, ...settings });
  }

  #factory(module: Record<string, unknown>): (settings: object) => Provider {
    const { package: name, create } = this.#options;
    const offered = Object.keys(module).filter((key) => /^create[A-Z]/.test(key) && typeof module[key] === 'function');
    // Some packages offer one function under two names.
    const functions = new Set(offered.map((key) => module[key]));
    const chosen = create ?? (functions.size === 1 ? offered[0] : undefined);
    const made = chosen === undefined ? undefined : module[chosen];
    if (typeof made === 'function') return made as (settings: object) => Provider;
    const list = offered.length === 0 ? 'none that begins with create' : offered.join(', ');
    const problem = chosen === undefined ? 'it is not clear which function makes the provider' : `it has no function ${chosen}`;
    throw errors.AI_SDK_PACKAGE({ name, problem: `${problem}. Its functions: ${list}` });
  }

  #modelOf(provider: Provider, id: string): LanguageModel {
    const { package: name, method = 'languageModel' } = this.#options;
    const make = provider[method];
    if (typeof make !== 'function')
      throw errors.AI_SDK_PACKAGE({ name, problem: `its provider has no function ${method} that makes a model` });
    const model = make.call(provider, id) as LanguageModel;
    const version = String(model?.specificationVersion);
    if (version !== 'v3' && version !== 'v4') throw errors.AI_SDK_VERSION({ name, version, install: installOf(name) });
    return model;
  }
}

/** An object, or a function with properties. */
type Provider = Readonly<Record<string, unknown>>;

const installOf = (name: string): string => {
  const [packageName = name] = /^(@[^/]+\/)?[^/]+/.exec(name) ?? [];
  const major = knownPackage(packageName)?.major;
  return `npm install ${packageName}${major === undefined ? '' : `@${major}`}`;
};
