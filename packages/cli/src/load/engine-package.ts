import { join } from 'node:path';
import type { EngineAddress } from '@loadout/engine-restate';
import { stateDir } from '@loadout/runner';
import type { Io } from '../io.js';
import { loadPackage } from './load-package.js';

export type EnginePackage = typeof import('@loadout/engine-restate');

/** Loads the engine's package. Throws PACKAGE_MISSING. */
export const loadEnginePackage = (configDir: string, needs: string): Promise<EnginePackage> =>
  loadPackage('@loadout/engine-restate', { configDir, needs, names: ['EngineClient', 'serveWorker', 'startServer', 'askName'] });

/** Returns the addresses of the engine: those of the environment, or those of `loadout engine dev`. */
export const engineAddress = (env: Io['env']): EngineAddress => ({
  ingress: withoutSlash(env.LOADOUT_ENGINE || 'http://127.0.0.1:8080'),
  admin: withoutSlash(env.LOADOUT_ENGINE_ADMIN || 'http://127.0.0.1:9070'),
});

/** The folder for the data of `engine dev`, and for the large results of a worker. */
export const engineDir = (env: Io['env']): string => join(stateDir(env), 'engine');

const withoutSlash = (url: string) => url.replace(/\/+$/, '');
