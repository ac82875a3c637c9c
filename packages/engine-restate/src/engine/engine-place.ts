import { join } from 'node:path';
import type { Plan } from '@loadout/core/run';
import { codeHash } from '@loadout/lock';
import { stateDir, trustFile } from '@loadout/node';
import type { EngineAddress } from './request.js';

type Env = Readonly<Record<string, string | undefined>>;

/** The paragraph of the help about the addresses. */
export const WHERE =
  'LOADOUT_ENGINE and LOADOUT_ENGINE_ADMIN are the addresses of the engine: http://127.0.0.1:8080 and http://127.0.0.1:9070 by default. LOADOUT_ENGINE_KEY_FILE is the file of its key.';

/** Returns the hash of the code that a plan runs, which is part of the plan's hash on the engine. Throws TRUST_TOO_LARGE. */
export const codeOf = (plan: Plan, env: Env): Promise<string> => codeHash(plan, { env, trust: { file: trustFile(env) } });

/** Returns the addresses of the engine and the file of its key: those of the environment, or those of `loadout engine dev`. */
export const engineAddress = (env: Env): EngineAddress => ({
  ingress: withoutSlash(env.LOADOUT_ENGINE || 'http://127.0.0.1:8080'),
  admin: withoutSlash(env.LOADOUT_ENGINE_ADMIN || 'http://127.0.0.1:9070'),
  keyFile: keyFile(env),
});

/** The file of the engine's key. `loadout engine dev` makes it. */
export const keyFile = (env: Env): string => env.LOADOUT_ENGINE_KEY_FILE || join(engineDir(env), 'key');

/** The folder for the data of `engine dev`, and for the large results of a worker. */
export const engineDir = (env: Env): string => join(stateDir(env), 'engine');

const withoutSlash = (url: string) => url.replace(/\/+$/, '');
