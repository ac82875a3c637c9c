import { isWithin, realOrWritten } from '@loadout/node';

/** Returns a check of whether a configuration, a file or the folder of a program without one, is in a folder or below it. */
export function configsIn(folder: string): (config: string) => boolean {
  const root = realOrWritten(folder);
  const known = new Map<string, boolean>();
  return (config) => {
    const isIn = known.get(config) ?? isWithin(realOrWritten(config), root);
    known.set(config, isIn);
    return isIn;
  };
}
