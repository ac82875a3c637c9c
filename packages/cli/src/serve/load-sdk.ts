import { neededPackage } from '@loadout/command';

/** Loads the engine, which is a separate package so that the command stays small. Throws PACKAGE_MISSING. */
export const loadSdk = (): Promise<typeof import('@loadout/sdk/engine')> =>
  neededPackage('@loadout/sdk', {
    needs: 'loadout with the flags of an engine (--print, --input-format)',
    load: () => import('@loadout/sdk/engine'),
  });
