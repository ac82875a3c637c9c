import { join } from 'node:path';
import { folderOf } from '../document/folder-of.js';
import { at, isMap, isText, type MapNode, type Place } from '../document/node.js';
import type { Report } from '../document/report.js';
import { type CompatContext, lose } from '../foreign/compat-context.js';
import { FILES } from '../foreign/foreign-fields.js';
import { splitUse } from '../packages/split-use.js';
import { kindsOf } from '../schema/compat-kinds.js';
import { readProjectSkills } from '../skills/read-skills.js';
import { layerOf, readCommandFolder } from '../skills/skill-folder.js';
import { isFolder } from '../trust/kind-of-path.js';
import { projectRoot } from '../trust/project-root.js';
import { SHELL } from './open-shells.js';
import { readAgents } from './read-agents.js';
import { readMcp } from './read-mcp.js';
import { convertSettings, readSettingsFiles } from './read-settings.js';
import { readTexts } from './read-texts.js';

interface Input {
  readonly file: string;
  readonly report: Report;
  /** The documents that the file extends. */
  readonly below: readonly MapNode[];
}

/**
 * Reads files of other tools in place, as layers below the configuration. Each value keeps its file and line and counts as
 * written by the project, so the parts that act need trust (CFG-13).
 */
export async function readCompat(document: MapNode, { file, report, below }: Input): Promise<readonly MapNode[]> {
  const asked = document.entries.get('compat');
  const kinds = kindsOf(asked?.value);
  if (asked === undefined || kinds.length === 0) return [];
  const known = [...below, document];
  const context = compatContext(asked.key, { file, report, known });
  if (asked.value.kind === 'scalar') sayUnread(context);
  const settings = await readSettingsFiles(context);
  const mcp = kinds.includes('mcp') ? await readMcp(settings, context) : undefined;
  const layers = [settings !== undefined && kinds.includes('settings') ? convertSettings(settings, context) : undefined, mcp];
  const servers = new Set([...known, ...(mcp === undefined ? [] : [mcp])].flatMap((one) => keysOf(one, 'mcpServers')));
  if (kinds.includes('agents')) {
    const declared = new Set(known.flatMap((one) => keysOf(one, 'agents')));
    layers.push(await readAgents({ ...context, servers, declared }));
  }
  if (kinds.includes('commands')) layers.push(await readCommands(context));
  if (kinds.includes('skills')) layers.push(...(await readProjectSkills(context)));
  if (kinds.includes('instructions')) layers.push(readTexts(context));
  return layers.filter((layer) => layer !== undefined);
}

/** `known`: the document that requests the files, and all documents below the files. */
export function compatContext(
  place: Place,
  { file, report, known }: { readonly file: string; readonly report: Report; readonly known: readonly MapNode[] },
): CompatContext {
  return {
    report,
    place,
    folder: folderOf(file),
    root: projectRoot(file),
    models: new Set(known.flatMap((one) => keysOf(one, 'models'))),
    shells: [...new Set(known.flatMap(shellsOf))],
  };
}

async function readCommands(context: CompatContext): Promise<MapNode | undefined> {
  const folder = join(context.folder, '.claude/commands');
  if (!isFolder(folder)) return undefined;
  return layerOf(folder, { skills: await readCommandFolder(folder, context), context });
}

/** Reports the existing files that are not read, if the configuration requests all kinds. */
function sayUnread(context: CompatContext): void {
  for (const [path, { fate, note }] of Object.entries(FILES))
    if (fate === 'lost' && isFolder(join(context.folder, path)))
      lose({ path: ['compat'], key: path, place: context.place, problem: note }, context);
}

const keysOf = (document: MapNode, section: string): readonly string[] => {
  const found = at(document, [section]);
  return isMap(found) ? [...found.entries.keys()] : [];
};

function shellsOf(document: MapNode): readonly string[] {
  return keysOf(document, 'plugins').filter((name) => {
    const mount = at(document, ['plugins', name]);
    const use = isMap(mount) ? mount.entries.get('use')?.value : mount;
    return isText(use) && splitUse(use.value).name === SHELL;
  });
}
