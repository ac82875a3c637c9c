import { neededPackage } from '@loadout/command';

/** Loads the engine's package, which is optional. Throws PACKAGE_MISSING. */
export const loadEngine = (): Promise<typeof import('@loadout/engine-restate')> =>
  neededPackage('@loadout/engine-restate', {
    needs: 'loadout serve http --engine',
    load: () => import('@loadout/engine-restate'),
  });
