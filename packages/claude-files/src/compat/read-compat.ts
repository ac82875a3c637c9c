import { join } from 'node:path';
import { type ForeignFiles, INSTRUCTION_FILES, isFolder, kindsOf, type MapNode } from '@loadout/config/documents';
import { type CompatContext, compatContext, keysOf } from '../foreign/compat-context.js';
import { sourcesDown } from '../instructions/folder-sources.js';
import { readTexts } from '../instructions/read-texts.js';
import { readProjectSkills } from '../skills/read-skills.js';
import { layerOf, readCommandFolder } from '../skills/skill-folder.js';
import { readAgents } from './read-agents.js';
import { readMcp } from './read-mcp.js';
import { convertSettings, readSettingsFiles } from './read-settings.js';

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
  if (kinds.includes('instructions')) layers.push(await readTexts(context, sourcesDown(context, INSTRUCTION_FILES.compat)));
  return layers.filter((layer) => layer !== undefined);
};

async function readCommands(context: CompatContext): Promise<MapNode | undefined> {
  const folder = join(context.folder, '.claude/commands');
  if (!isFolder(folder)) return undefined;
  return layerOf(folder, { skills: await readCommandFolder(folder, context), context });
}
