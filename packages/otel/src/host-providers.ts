import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Api, LogsApi, Providers } from './providers.js';

/** The place of registered providers, which all copies of version 1 of the API share. */
export const REGISTRY = Symbol.for('opentelemetry.js.api.1');

/** Returns the providers that the program registered with `@opentelemetry/api`. `undefined` if there is none; nothing is loaded then. */
export function hostProviders(): Providers | undefined {
  const registry = (globalThis as Readonly<Record<symbol, unknown>>)[REGISTRY];
  if (typeof registry !== 'object' || registry === null || !('trace' in registry)) return undefined;
  const copies = copiesOf<Api>('@opentelemetry/api');
  // A copy of a later version does not see a provider that an earlier copy registered.
  const api = copies.find(({ trace }) => trace.getTracerProvider() === registry.trace);
  if (api === undefined) return undefined;
  const [logs] = copiesOf<LogsApi>('@opentelemetry/api-logs');
  return {
    api,
    tracers: api.trace,
    meters: api.metrics,
    loggers: logs?.logs,
    current: () => api.context.active(),
    // The program flushes its own providers.
    close: async () => {},
  };
}

/** The copies of a package that the program, its folder and this package have. */
function copiesOf<T>(name: string): readonly T[] {
  return [process.argv[1], join(process.cwd(), 'program.js'), import.meta.url].flatMap((from) => {
    try {
      return from === undefined ? [] : [createRequire(from)(name) as T];
    } catch {
      return [];
    }
  });
}
