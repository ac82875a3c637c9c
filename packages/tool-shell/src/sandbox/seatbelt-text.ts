import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';

/** The beginning of the program that applies a profile. It stands after the variables of the proxy. */
const APPLIES = ' /usr/bin/sandbox-exec -p ';

/**
 * Names `env` by its full path. Sandbox-runtime leaves it to PATH, which may begin with a folder that a command can write to, and
 * `env` runs outside. Throws for a command line in another form: an unknown form may run without a profile.
 */
export function withSystemEnv(wrapped: string): string {
  if (!wrapped.startsWith('env ') || !wrapped.includes(APPLIES))
    throw new Error(`the command line of @anthropic-ai/sandbox-runtime is of a form that is not known: ${wrapped.slice(0, 60)}`);
  return `exec /usr/bin/${wrapped}`;
}

/**
 * Returns the real path, also of what is missing. Seatbelt compares real paths, and sandbox-runtime resolves only what exists: without
 * this, a missing `.git` below `/tmp` could be made, because its real path begins with `/private/tmp`.
 */
export function realPlace(path: string): string {
  if (!isAbsolute(path)) return path;
  try {
    return realpathSync.native(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPlace(parent), basename(path));
  }
}
