import { basename, join, relative } from 'node:path';
import { errors as configErrors, folderOf, LOCK_NAME } from '@loadout/config';
import {
  at,
  CONFIG_NAMES,
  dotted,
  type Entry,
  flatten,
  fromValue,
  isFile,
  isMap,
  isModule,
  isOwnPackage,
  isText,
  type MapNode,
  type Path,
  type Place,
  parseYaml,
  type RegistryContext,
  type Report,
  readText,
  withEntry,
} from '@loadout/config/documents';
import { errors } from './errors.js';
import { lockCommand } from './lock-file.js';

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

/**
 * Replaces each server that names an entry of a registry by the command or the address that the lock has for it. From here on the server
 * is like one that is written out, so that what it starts is what a person is asked to trust (decision 0138).
 */
export async function withRegistryServers(document: MapNode, context: RegistryContext): Promise<MapNode> {
  const whole = await withServersOf(document, undefined, context);
  const profiles = whole.entries.get('profiles');
  if (!isMap(profiles?.value)) return whole;
  const entries = new Map<string, Entry>(profiles.value.entries);
  for (const [name, entry] of entries)
    if (isMap(entry.value)) entries.set(name, { ...entry, value: await withServersOf(entry.value, name, context) });
  return withEntry(whole, { key: 'profiles', value: { ...profiles.value, entries } });
}

/** The part of a document that belongs to all of it, or to one profile. */
async function withServersOf(part: MapNode, profile: string | undefined, context: RegistryContext): Promise<MapNode> {
  const servers = part.entries.get('mcpServers');
  if (!isMap(servers?.value)) return part;
  const named = [...servers.value.entries].filter(([, { value }]) => isMap(value) && value.entries.has('registry'));
  if (named.length === 0) return part;
  const locked = lockedServers(context);
  const registry = isOwnPackage(USE) ? ((await import(/* @vite-ignore */ USE)) as Registry) : undefined;
  const entries = new Map<string, Entry>(servers.value.entries);
  for (const [key, entry] of named) {
    const value = await resolved({ key, profile, entry, locked, registry }, context);
    if (value === undefined) entries.delete(key);
    else entries.set(key, { key: entry.key, value });
  }
  return withEntry(part, { key: 'mcpServers', value: { ...servers.value, entries } });
}

interface Named {
  readonly key: string;
  readonly profile: string | undefined;
  readonly entry: Entry;
  readonly locked: MapNode | undefined;
  /** Absent if the package is not installed. */
  readonly registry: Registry | undefined;
}

async function resolved(named: Named, context: RegistryContext): Promise<MapNode | undefined> {
  const { key, profile, entry, locked } = named;
  const path: Path = [...(profile === undefined ? [] : ['profiles', profile]), 'mcpServers', key];
  const { report, keepsUnlocked } = context;
  if (!isMap(entry.value)) return undefined;
  const written = entry.value.entries;
  const registry = written.get('registry')?.value;
  const problem = problemOf(written, context);
  if (problem !== undefined) return refuse([...path, problem.key], { place: entry.key, ...problem }, report);
  if (!isText(registry)) return undefined;
  const found = locked === undefined ? undefined : at(locked, [lockKey(key, profile)]);
  if (isMap(found) && isSame(found.entries.get('registry'), registry.value)) return filled(found, { ...named, path }, report);
  if (keepsUnlocked === true) return entry.value;
  const names = { path: dotted([...path, 'registry']), registry: registry.value, file: LOCK_NAME, update: updateOf(context) };
  report.error(errors.LOCK_SERVER_MISSING(names), { path: [...path, 'registry'], place: registry.place });
  return undefined;
}

interface Problem {
  readonly problem: string;
  readonly fix: string;
  readonly place?: Place | undefined;
}

function refuse(path: Path, { problem, fix, place }: Problem, report: Report): undefined {
  report.error(configErrors.CONFIG_VALUE_REFUSED({ path: dotted(path), problem, fix }), { path, place });
  return undefined;
}

/** The problem with what is written, before the lock is asked. */
function problemOf(written: MapNode['entries'], { file }: RegistryContext): (Problem & { readonly key: string }) | undefined {
  const registry = written.get('registry')?.value;
  if (!isText(registry)) return { key: 'registry', problem: 'is not a text', fix: 'Write name@version.', place: registry?.place };
  const both = ['command', 'args', 'env', 'url', 'headers', 'type', 'headersHelper'].find((one) => written.has(one));
  if (both !== undefined) {
    const problem = 'stands beside registry, which names all of it';
    return { key: both, problem, fix: 'Remove it, or remove registry.', place: written.get(both)?.key };
  }
  if (!isModule(file)) return undefined;
  const problem = 'stands in a configuration that is code, which is not looked up';
  return {
    key: 'registry',
    problem,
    fix: 'Write the server in a YAML file, and name the file under extends.',
    place: registry.place,
  };
}

/** The server that the lock has, with its inputs and the other keys that are written. */
async function filled(
  found: MapNode,
  { entry, registry: client, path }: Named & { readonly path: Path },
  report: Report,
): Promise<MapNode | undefined> {
  if (client === undefined) {
    const missing = configErrors.CONFIG_PLUGIN_MISSING({ what: dotted([...path, 'registry']), use: USE });
    report.error(missing, { path, place: entry.key });
    return undefined;
  }
  const { registry, inputs, ...others } = Object.fromEntries(isMap(entry.value) ? entry.value.entries : []);
  const given: MapNode['entries'] = isMap(inputs?.value) ? inputs.value.entries : new Map();
  const values = isMap(inputs?.value) ? (flatten(inputs.value).data as Values) : {};
  const { server, problems } = await client.fillServer(flatten(found).data as Values, values);
  for (const { name, problem, fix } of problems) {
    const place = given.get(name)?.value.place ?? entry.key;
    refuse([...path, 'inputs', name], { problem, fix, place }, report);
  }
  const node = fromValue(server, { place: registry?.value.place ?? entry.key, report });
  if (!isMap(node)) return undefined;
  return { ...node, place: entry.value.place, entries: new Map([...Object.entries(others), ...node.entries]) };
}

/** The command that looks up the servers of a file. An extended file has a lock of its own. */
function updateOf({ file, extendedBy }: RegistryContext): string {
  if (extendedBy === undefined) return lockCommand({ configFile: file, configDir: folderOf(file) });
  return `loadout lock --config ${relative(folderOf(extendedBy), file)}`;
}

/** The name of a server in the lock. A slash is in no name of a server. */
const lockKey = (key: string, profile: string | undefined): string => (profile === undefined ? key : `${profile}/${key}`);

const isSame = (entry: Entry | undefined, text: string): boolean => isText(entry?.value) && entry.value.value === text;

/** The servers in the lock of a configuration. */
function lockedServers({ file, report }: RegistryContext): MapNode | undefined {
  const lockFile = join(folderOf(file), LOCK_NAME);
  if (!isFile(lockFile)) return undefined;
  const place = { file: lockFile, line: 1, column: 1, length: 1, layer: 'project' as const };
  const text = readText(lockFile, { report, place });
  const whole = text === undefined ? undefined : parseYaml(text, { file: lockFile, layer: 'project', report });
  const name = basename(file);
  const found = at(whole, CONFIG_NAMES.includes(name) ? ['servers'] : ['configurations', name, 'servers']);
  return isMap(found) ? found : undefined;
}
