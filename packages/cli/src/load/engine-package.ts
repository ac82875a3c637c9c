import { join } from 'node:path';
import { codeHash } from '@loadout/config';
import type { Plan } from '@loadout/core';
import type { EngineAddress } from '@loadout/engine-restate';
import { stateDir, trustFile } from '@loadout/runner';
import type { Io } from '../io.js';
import { loadPackage } from './load-package.js';

export type EnginePackage = typeof import('@loadout/engine-restate');

/** Loads the engine's package. Throws PACKAGE_MISSING. */
export const loadEnginePackage = (needs: string): Promise<EnginePackage> =>
  loadPackage('@loadout/engine-restate', { needs, names: ['EngineClient', 'serveWorker', 'startServer', 'askName'] });

/** Returns the hash of the code that a plan runs, which is part of the plan's hash on the engine. Throws TRUST_TOO_LARGE. */
export const codeOf = (plan: Plan, env: Io['env']): Promise<string> => codeHash(plan, { env, trust: { file: trustFile(env) } });

/** Returns the addresses of the engine and the file of its key: those of the environment, or those of `loadout engine dev`. */
export const engineAddress = (env: Io['env']): EngineAddress => ({
  ingress: withoutSlash(env.LOADOUT_ENGINE || 'http://127.0.0.1:8080'),
  admin: withoutSlash(env.LOADOUT_ENGINE_ADMIN || 'http://127.0.0.1:9070'),
  keyFile: keyFile(env),
});

/** The file of the engine's key. `loadout engine dev` makes it. */
export const keyFile = (env: Io['env']): string => env.LOADOUT_ENGINE_KEY_FILE || join(engineDir(env), 'key');

/** The folder for the data of `engine dev`, and for the large results of a worker. */
export const engineDir = (env: Io['env']): string => join(stateDir(env), 'engine');

const withoutSlash = (url: string) => url.replace(/\/+$/, '');
