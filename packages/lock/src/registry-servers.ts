import { basename, join } from 'node:path';
import { errors as configErrors, folderOf, LOCK_NAME } from '@loadout/config';
import {
  at,
  CONFIG_NAMES,
  type Entry,
  flatten,
  fromValue,
  isFile,
  isMap,
  isOwnPackage,
  isText,
  type MapNode,
  type Path,
  parseYaml,
  type Report,
  readText,
  withEntry,
} from '@loadout/config/documents';
import { errors } from './errors.js';

type Values = Readonly<Record<string, unknown>>;

/** The part of `@loadout/mcp` that knows the servers of a registry. */
interface Registry {
  fillServer(
    locked: Values,
    inputs: Values,
  ): Promise<{
    readonly server: Values;
    readonly problems: readonly { readonly name: string; readonly problem: string; readonly fix: string }[];
  }>;
}

// A variable, so that neither the types nor the build of this package need the other one.
const USE: string = '@loadout/mcp';

interface Context {
  readonly file: string;
  readonly report: Report;
  /**
   * Whether a server that is not in the lock stays as it is written. Trust is asked for before `loadout lock` reads an address that a
   * repository names.
   */
  readonly keepsUnlocked?: boolean | undefined;
}

/**
 * Replaces each server that names an entry of a registry by the command or the address that the lock has for it. From here on the server
 * is like one that is written out, so that what it starts is what a person is asked to trust (decision 0138).
 */
export async function withRegistryServers(document: MapNode, context: Context): Promise<MapNode> {
  const servers = document.entries.get('mcpServers');
  if (!isMap(servers?.value)) return document;
  const named = [...servers.value.entries].filter(([, { value }]) => isMap(value) && value.entries.has('registry'));
  if (named.length === 0) return document;
  const locked = lockedServers(context);
  const registry = isOwnPackage(USE) ? ((await import(/* @vite-ignore */ USE)) as Registry) : undefined;
  const entries = new Map<string, Entry>(servers.value.entries);
  for (const [key, entry] of named) {
    const value = await resolved(key, { entry, locked, registry, context });
    if (value === undefined) entries.delete(key);
    else entries.set(key, { key: entry.key, value });
  }
  return withEntry(document, { key: 'mcpServers', value: { ...servers.value, entries } });
}

interface Named {
  readonly entry: Entry;
  readonly locked: MapNode | undefined;
  /** Absent if the package is not installed. */
  readonly registry: Registry | undefined;
  readonly context: Context;
}

async function resolved(
  key: string,
  { entry, locked, registry: client, context: { report, keepsUnlocked } }: Named,
): Promise<MapNode | undefined> {
  const path: Path = ['mcpServers', key];
  if (!isMap(entry.value)) return undefined;
  const { registry, inputs, ...others } = Object.fromEntries(entry.value.entries);
  const refuse = (at: Path, problem: string, fix: string, place = entry.key) => {
    report.error(configErrors.CONFIG_VALUE_REFUSED({ path: at.join('.'), problem, fix }), { path: at, place });
    return undefined;
  };
  if (!isText(registry?.value))
    return refuse([...path, 'registry'], 'is not a text', 'Write name@version.', registry?.value.place);
  const both = ['command', 'args', 'env', 'url', 'headers', 'type', 'headersHelper'].find((one) => Object.hasOwn(others, one));
  if (both !== undefined)
    return refuse(
      [...path, both],
      'stands beside registry, which names all of it',
      'Remove it, or remove registry.',
      others[both]?.key,
    );
  const found = locked === undefined ? undefined : at(locked, [key]);
  const isLocked = isMap(found) && isSame(found.entries.get('registry'), registry.value.value);
  if ((!isMap(found) || !isLocked) && keepsUnlocked === true) return entry.value;
  if (!isMap(found) || !isLocked) {
    const names = { server: key, registry: registry.value.value, file: LOCK_NAME };
    report.error(errors.LOCK_SERVER_MISSING(names), { path: [...path, 'registry'], place: registry.value.place });
    return undefined;
  }
  if (client === undefined) {
    report.error(configErrors.CONFIG_PLUGIN_MISSING({ what: `mcpServers.${key}.registry`, use: USE }), {
      path,
      place: entry.key,
    });
    return undefined;
  }
  const given: MapNode['entries'] = isMap(inputs?.value) ? inputs.value.entries : new Map();
  const values = isMap(inputs?.value) ? (flatten(inputs.value).data as Values) : {};
  const { server, problems } = await client.fillServer(flatten(found).data as Values, values);
  for (const { name, problem, fix } of problems) {
    const own = given.get(name);
    refuse([...path, 'inputs', name], problem, fix, own?.value.place ?? entry.key);
  }
  const node = fromValue(server, { place: registry.value.place, report });
  if (!isMap(node)) return undefined;
  return { ...node, place: entry.value.place, entries: new Map([...Object.entries(others), ...node.entries]) };
}

const isSame = (entry: Entry | undefined, text: string): boolean => isText(entry?.value) && entry.value.value === text;

/** The servers in the lock of a configuration. */
function lockedServers({ file, report }: Context): MapNode | undefined {
  const lockFile = join(folderOf(file), LOCK_NAME);
  if (!isFile(lockFile)) return undefined;
  const place = { file: lockFile, line: 1, column: 1, length: 1, layer: 'project' as const };
  const text = readText(lockFile, { report, place });
  const whole = text === undefined ? undefined : parseYaml(text, { file: lockFile, layer: 'project', report });
  const name = basename(file);
  const found = at(whole, CONFIG_NAMES.includes(name) ? ['servers'] : ['configurations', name, 'servers']);
  return isMap(found) ? found : undefined;
}
