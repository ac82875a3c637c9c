import { neededPackage } from '@loadout/command';

/** Loads the engine's package, which is optional. Throws PACKAGE_MISSING. */
export const loadEngine = (needs: string): Promise<typeof import('@loadout/engine-restate')> =>
  neededPackage('@loadout/engine-restate', {
    needs,
    load: () => import('@loadout/engine-restate'),
  });
