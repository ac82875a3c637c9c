import { join } from 'node:path';
import {
  type CompatContext,
  compatContext,
  type ForeignFiles,
  isFolder,
  keysOf,
  kindsOf,
  layerOf,
  lose,
  type MapNode,
  readCommandFolder,
  readProjectSkills,
} from '@loadout/config/documents';
import { FILES } from '../fields/file-fields.js';
import { readAgents } from './read-agents.js';
import { readMcp } from './read-mcp.js';
import { convertSettings, readSettingsFiles } from './read-settings.js';
import { readTexts } from './read-texts.js';

/**
 * Reads files of other tools in place, as layers below the configuration. Each value keeps its file and line and counts as
 * written by the project, so the parts that act need trust (CFG-13).
 */
export const readCompat: ForeignFiles['readCompat'] = async (document, { file, report, below }) => {
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
};

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
