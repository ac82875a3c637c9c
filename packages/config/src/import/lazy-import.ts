import type { Imported, ImportOptions } from './import-config.js';

/** See `import-config.ts`, which is loaded when it is first called. */
export async function importConfig(options: ImportOptions): Promise<Imported> {
  return (await import('./import-config.js')).importConfig(options);
}
