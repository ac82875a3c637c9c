import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileSchema, type Plugin, type PluginParts, type SessionScope } from '@loadout/core';
import { isWatched, watch } from '../watch/watch.js';
import { isEndless, LIMIT_MS, settledIn, withinLimit } from './call-limit.js';

/** Parses the options as a host would and runs `setup`. */
export async function setUp(
  plugin: Plugin,
  options: unknown,
  { isParsed = false, limitMs }: { readonly isParsed?: boolean; readonly limitMs?: number | undefined } = {},
): Promise<PluginParts> {
  const known = endless.get(plugin);
  if (known !== undefined) throw known;
  const parsed = isParsed ? options : await parsedOptions(plugin, options);
  const where = { mount: plugin.name, configDir: process.cwd(), stateDir: unusedFolder() };
  try {
    return await guarded('setup', () => plugin.setup({ options: parsed as never, ...where }), limitMs);
  } catch (error) {
    if (isEndless(error)) endless.set(plugin, error);
    throw error;
  }
}

/** The plugins whose setup once had no end: no other check waits for it again. */
const endless = new WeakMap<Plugin, Error>();

/** The options with their defaults; as they are if the schema refuses them. */
export async function parsedOptions({ name, options: schema }: Plugin, options: unknown): Promise<unknown> {
  if (schema === undefined) return options;
  const result = await compileSchema(schema, `the options of ${name}`).parse(options);
  return result.ok ? result.value : options;
}

/** The beginning of the names of folders for a plugin's own data. */
export const STATE_PREFIX = 'loadout-state-';

/** A folder for data of a plugin or a session. Nobody makes it until there are some. */
const unusedFolder = () => join(tmpdir(), `${STATE_PREFIX}${randomUUID()}`);

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
