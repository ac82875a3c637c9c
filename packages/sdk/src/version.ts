import { readFileSync } from 'node:fs';

/** What programs that check the version of the engine read: they want 2 or more before the first dot. */
export const ENGINE_VERSION = '2.1.330';

/** Of this package. */
export const ownVersion = (): string =>
  (JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { readonly version: string }).version;
