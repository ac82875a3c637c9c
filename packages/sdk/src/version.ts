import { readFileSync } from 'node:fs';

/** The version for programs that check the engine's version: they require 2 or more before the first dot. */
export const ENGINE_VERSION = '2.1.330';

/** The version of this package. */
export const ownVersion = (): string =>
  (JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { readonly version: string }).version;
