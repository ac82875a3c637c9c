import {
  isHost,
  isList,
  isMap,
  isText,
  type MapNode,
  mapOf,
  type Node,
  type ScalarNode,
  withEntry,
} from '@loadout/config/documents';
import { convertPaths } from '../compat/convert-path.js';
import { SANDBOX_FIELDS } from '../fields/settings-fields.js';
import { tellLost } from '../fields/tell-lost.js';
import type { CompatContext } from '../foreign/compat-context.js';
import { guarding, kept } from '../foreign/foreign-fields.js';
import { lose } from '../foreign/tell-foreign.js';

const FILESYSTEM = ['allowWrite', 'denyWrite', 'denyRead'];
const HOSTS = ['allowedDomains', 'deniedDomains'];
const NETWORK = [...HOSTS, 'allowLocalBinding', 'allowUnixSockets'];

/**
 * Converts `sandbox` of a settings file. The defaults can be applied only once all files are merged: see `withSandboxDefaults`.
 */
export function convertSandbox(node: Node | undefined, context: CompatContext): MapNode | undefined {
  if (!isMap(node)) return node === undefined ? undefined : wrong(node, 'sandbox', 'it must be a map', context);
  tellLost(node, { fields: SANDBOX_FIELDS, path: ['sandbox'], name: ['sandbox'] }, context);
  const of = (key: string) => node.entries.get(key)?.value;
  const [enabled, filesystem, network] = [of('enabled'), of('filesystem'), of('network')];
  return mapOf(node.place, {
    use: enabled?.kind === 'scalar' ? { ...enabled, value: enabled.value === true ? 'bubblewrap' : 'off' } : undefined,
    required: of('failIfUnavailable'),
    autoAllow: of('autoAllowBashIfSandboxed'),
    excludedCommands: of('excludedCommands'),
    filesystem: section(filesystem, { key: 'filesystem', known: FILESYSTEM }, context),
    network: section(network, { key: 'network', known: NETWORK }, context),
  });
}

function section(
  node: Node | undefined,
  { key, known }: { readonly key: string; readonly known: readonly string[] },
  context: CompatContext,
): MapNode | undefined {
  if (!isMap(node)) return node === undefined ? undefined : wrong(node, `sandbox.${key}`, 'it must be a map', context);
  const path = ['sandbox', key];
  const fields = Object.fromEntries(known.map((name) => [name, name.startsWith('den') ? guarding(kept()) : kept()]));
  tellLost(node, { fields, path, name: path }, context);
  const entries = [...node.entries].flatMap(([name, entry]) => {
    const full = `sandbox.${key}.${name}`;
    if (!known.includes(name)) return [];
    const value = HOSTS.includes(name) ? hosts(entry.value, full, context) : convertPaths(entry.value, context);
    return value === undefined ? [] : [[name, { ...entry, value }] as const];
  });
  return { ...node, entries: new Map(entries) };
}

function hosts(node: Node, key: string, context: CompatContext): Node {
  if (!isList(node)) return node;
  const items = node.items.filter(
    (item) => !isText(item) || isHost(item.value) || wrong(item, key, `${JSON.stringify(item.value)} is not a host`, context),
  );
  return { ...node, items };
}

const wrong = (node: Node, key: string, problem: string, context: CompatContext): undefined =>
  lose({ path: key.split('.'), key, place: node.place, problem }, context);

/**
 * Adds Claude Code's defaults to the merged settings of all files. While a project waits for trust, its sandbox settings confine
 * commands and let no command run unasked.
 */
export function withSandboxDefaults(document: MapNode, { waits }: { readonly waits: boolean }): MapNode {
  const sandbox = document.entries.get('sandbox')?.value;
  if (!isMap(sandbox)) return document;
  const use = sandbox.entries.get('use')?.value;
  if (!isText(use)) return withEntry(document, { key: 'sandbox', value: undefined });
  if (use.value === 'off') return withEntry(document, { key: 'sandbox', value: { ...use } });
  const required = sandbox.entries.get('required')?.value;
  const isRequired = required?.kind !== 'scalar' || required.value !== false;
  const said = sandbox.entries.get('autoAllow')?.value;
  const autoAllow: ScalarNode = { kind: 'scalar', place: use.place, value: isRequired && !waits };
  if (said !== undefined && isRequired) return document;
  return withEntry(document, { key: 'sandbox', value: withEntry(sandbox, { key: 'autoAllow', value: autoAllow }) });
}
