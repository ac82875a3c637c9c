import type { Plugin, PluginParts, SessionScope } from '@loadout/core';
import { isWatched, watch } from '../watch/watch.js';
import { isEndless, LIMIT_MS, settledIn, withinLimit } from './call-limit.js';
import { parseOptions, unusedFolder, unusedPlace } from './mount-plugin.js';

/** Parses the options as a host would and runs `setup`. */
export async function setUp(
  plugin: Plugin,
  options: unknown,
  { isParsed = false, limitMs }: { readonly isParsed?: boolean; readonly limitMs?: number | undefined } = {},
): Promise<PluginParts> {
  const known = endless.get(plugin);
  if (known !== undefined) throw known;
  const parsed = isParsed ? options : await parsedOptions(plugin, options);
  try {
    return await guarded('setup', () => plugin.setup({ ...unusedPlace(plugin), options: parsed as never }), limitMs);
  } catch (error) {
    if (isEndless(error)) endless.set(plugin, error);
    throw error;
  }
}

/** The plugins whose setup once had no end: no other check waits for it again. */
const endless = new WeakMap<Plugin, Error>();

/** The options with their defaults; as they are if the schema refuses them. */
export async function parsedOptions(plugin: Plugin, options: unknown): Promise<unknown> {
  const result = await parseOptions(plugin, options);
  return result.ok ? result.value : options;
}

/** Runs a function of a plugin that no check is about: it may not end the process of the tests, nor run for ever. */
async function guarded<T>(what: string, body: () => T | Promise<T>, ms: number = LIMIT_MS): Promise<T> {
  const limited = () => withinLimit({ ms, what }, body);
  if (isWatched()) return limited();
  const watching = watch();
  try {
    return await watching.record(ms).during(what, limited);
  } finally {
    watching.end();
  }
}

/** The time within which `dispose` must settle where its author names none, in milliseconds. */
export const GRACE_MS = 5_000;

/** Ends a mount, and waits for it no longer than the grace. Returns what went wrong, and never throws. */
export async function endMount(parts: PluginParts, graceMs: number): Promise<string | undefined> {
  const end = Promise.resolve()
    .then(() => guarded('dispose', () => parts.dispose?.()))
    .then(
      () => undefined,
      (error: unknown) => `dispose threw ${String(error)}`,
    );
  return settledIn(graceMs, end, () => `dispose still runs after ${graceMs} ms`);
}

/** The place of a session that only creates services. */
export const sessionScope = (sessionId: string): SessionScope => ({
  sessionId,
  cwd: process.cwd(),
  roots: [process.cwd()],
  artifactDir: unusedFolder(),
  env: {},
});
