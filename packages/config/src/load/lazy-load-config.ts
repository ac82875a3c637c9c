import type { LoadedConfig, LoadOptions } from './load-options.js';

/** See `load-config.ts`; it and all that reads, checks and compiles is loaded when it is first called. */
export async function loadConfig(options: LoadOptions): Promise<LoadedConfig> {
  const { loadConfig: load } = await import('./load-config.js');
  return load(options);
}
