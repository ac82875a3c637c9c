import type { ClaudeOptions, ClaudeSource } from '@loadout/config';
import { fromValue, isMap, type MapNode, type Place } from '@loadout/config/documents';
import type { CompatContext } from '../foreign/compat-context.js';
import { asForeign } from '../foreign/foreign-node.js';
import { readForeign } from '../foreign/read-foreign.js';
import type { ClaudeFiles } from './claude-files.js';

export type Scope = ClaudeSource | 'flag' | 'managed';

/** The unconverted settings by source. Sources that nobody requested are not read. */
export type RawSettings = Readonly<Partial<Record<Scope, MapNode>>>;

export async function readRaw(
  claude: ClaudeOptions,
  { files, contexts }: { readonly files: ClaudeFiles; readonly contexts: Readonly<Record<Scope, CompatContext>> },
): Promise<RawSettings> {
  const raw: Partial<Record<Scope, MapNode>> = {};
  const add = (scope: Scope, node: MapNode | undefined) => {
    if (node !== undefined) raw[scope] = node;
  };
  for (const source of ['user', 'project', 'local'] as const)
    if (claude.sources.includes(source))
      add(source, await readForeign(files.settings[source], { ...contexts[source], verbatim: true }));
  add('flag', given(claude.settings, contexts.flag));
  add('managed', given(claude.managed, contexts.managed));
  return raw;
}

/** Treats a program's value as another tool's document, in which `${…}` has no meaning. */
function given(value: unknown, { place, report }: { place: Place; report: CompatContext['report'] }): MapNode | undefined {
  if (value === undefined) return undefined;
  const node = asForeign(fromValue(value, { place, report }), { verbatim: true });
  return isMap(node) ? node : undefined;
}
