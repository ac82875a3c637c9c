import { readFileSync } from 'node:fs';

/** The version of this package, which servers see as the version of their client. */
export const ownVersion = (): string =>
  (JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { readonly version: string }).version;
