import type { Env } from './environment.js';
import { REGISTRY } from './host-providers.js';
import type { Api } from './providers.js';

/**
 * Returns what `make` makes of the SDK's parts, and the warnings of the SDK. The SDK reads its variables from the process alone,
 * while an agent may have an environment of its own, and it warns a logger that is registered for the whole process. Both are as
 * before when this function returns. A program's own logger stays, and hears the warnings in place of the caller.
 */
export function readingEnvironment<T>(
  env: Env,
  api: Api,
  make: () => T,
): { readonly made: T; readonly warnings: readonly string[] } {
  const shared = globalThis as Record<symbol, unknown>;
  const isFirst = shared[REGISTRY] === undefined;
  const warnings: string[] = [];
  const before = process.env;
  if (isFirst)
    api.diag.setLogger(
      loggerOf((message) => warnings.push(message)),
      api.DiagLogLevel.WARN,
    );
  process.env = { ...env };
  try {
    return { made: make(), warnings };
  } finally {
    process.env = before;
    // An entry without a registration would refuse those of a program that has another version of the API.
    if (isFirst) delete shared[REGISTRY];
  }
}

const loggerOf = (warn: (message: string) => void) => {
  const ignore = () => {};
  return { error: warn, warn, info: ignore, debug: ignore, verbose: ignore };
};
