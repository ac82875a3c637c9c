import { join, posix } from 'node:path';
import { child, emptyMap, isFile, isText, type MapNode, type Place } from '@loadout/config/documents';
import type { CompatContext } from '../foreign/compat-context.js';
import { joinMaps } from '../foreign/foreign-node.js';
import { readForeign } from '../foreign/read-foreign.js';
import { refuse } from '../foreign/tell-foreign.js';
import { isSkillName } from '../skills/skill-name.js';

/** The manifests of Claude Code and Codex. The first that exists counts. */
const MANIFESTS = ['.claude-plugin/plugin.json', '.codex-plugin/plugin.json'];

export interface Manifest {
  readonly document: MapNode;
  readonly name: string;
  readonly version: string | undefined;
  readonly place: Place;
  /** Whether the plugin has a file with it. */
  readonly isWritten?: boolean | undefined;
  /** Whether the folder is that of the marketplace, which its plugins share. */
  readonly isShared?: boolean | undefined;
}

interface Named extends CompatContext {
  /** The name of a plugin that gives itself none. */
  readonly name: string;
  /** The entry of the marketplace. With `strict: false` it is the manifest; otherwise the manifest counts over it. */
  readonly entry?: MapNode | undefined;
}

/** Reads the manifest in a plugin's folder, which need not exist. Reports why it cannot be read. */
export async function readManifest(folder: string, context: Named): Promise<Manifest | undefined> {
  const file = MANIFESTS.map((name) => join(folder, name)).find(isFile);
  const place: Place = {
    ...context.place,
    file: file ?? join(folder, '.claude-plugin/plugin.json'),
    line: 1,
    column: 1,
    length: 1,
  };
  const own = file === undefined ? emptyMap(place) : await readForeign(file, { ...context, verbatim: false });
  if (own === undefined) return undefined;
  const { entry } = context;
  const strict = child(entry, 'strict');
  const isWhole = strict?.kind === 'scalar' && strict.value === false;
  const document = entry === undefined ? own : isWhole ? entry : joinMaps(entry, own);
  const named = child(own, 'name') ?? child(entry, 'name');
  const name = named === undefined ? context.name : isText(named) ? named.value : '';
  const version = child(document, 'version');
  const source = child(entry, 'source');
  const isShared = isText(source) && posix.normalize(`${source.value}/`) === './';
  if (isSkillName(name) && !name.includes(':'))
    return {
      document,
      name,
      version: isText(version) ? version.value : undefined,
      place,
      isWritten: file !== undefined,
      isShared,
    };
  const written = named?.kind === 'scalar' ? JSON.stringify(named.value) : `a ${named?.kind}`;
  const problem = `${written} cannot be the name of a plugin`;
  return refuse({ path: ['name'], place: named?.place ?? place, problem, restrictsNothing: true }, context);
}
