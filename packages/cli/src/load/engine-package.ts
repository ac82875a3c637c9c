import type { EngineClient } from '@loadout/engine-restate';
import type { Io } from '../io.js';
import { loadPackage } from './load-package.js';

type EnginePackage = typeof import('@loadout/engine-restate');

/** Loads the engine's package. Throws PACKAGE_MISSING. */
export const loadEnginePackage = (needs: string): Promise<EnginePackage> =>
  loadPackage('@loadout/engine-restate', { needs, names: ['EngineClient', 'engineAddress', 'codeOf', 'mirrorRuns', 'questionLine'] });

/** A client of the engine whose address is in the environment. Throws PACKAGE_MISSING. */
export async function engineClient(env: Io['env'], needs: string): Promise<EngineClient> {
  const { EngineClient, engineAddress } = await loadEnginePackage(needs);
  return new EngineClient(engineAddress(env));
}
