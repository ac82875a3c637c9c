import { createRequire } from 'node:module';

/** The version of this package, from wherever its built files stand. */
export const version = (): string => (createRequire(import.meta.url)('@loadout/acp/package.json') as { version: string }).version;
