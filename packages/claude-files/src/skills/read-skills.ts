import { existsSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { errors } from '@loadout/config';
import {
  child,
  describe,
  dotted,
  type Entry,
  type ForeignFiles,
  isFile,
  isFolder,
  isInside,
  isList,
  isMap,
  isNull,
  isText,
  type MapNode,
  type Node,
  type Path,
  withEntry,
} from '@loadout/config/documents';
import { type CompatContext, compatContext } from '../foreign/compat-context.js';
import { lose } from '../foreign/tell-foreign.js';
import { layerOf, readNamedSkill, readSkillFolder, type Skills } from './skill-folder.js';

/** The user's own folders, then the project's: the later take precedence (SKILL-02). */
const USER_DIRS = ['~/.config/agents/skills', '~/.agents/skills', '~/.claude/skills'];
const PROJECT_DIRS = ['.agents/skills', '.claude/skills'];

interface Context extends CompatContext {
  readonly home: string;
}

/** Reads the skills that a document names under `skills`: `true`, or a map of `dirs` and of names with their paths. */
export const readSkills: ForeignFiles['readSkills'] = async (document, { file, report, below, home }) => {
  const value = child(document, 'skills');
  if (value === undefined) return { layers: [], document };
  const context = { ...compatContext(value.place, { file, report, known: [...below, document] }), home };
  const without = withEntry(document, { key: 'skills', value: undefined });
  if (value.kind === 'scalar' && value.value === true) return { layers: await readUsual(context), document: without };
  if (!isMap(value)) {
    sayWrong(value, { path: ['skills'], expected: 'true, or a map of names and paths' }, context);
    return { layers: [], document: without };
  }
  const layers = await readDirs(value.entries.get('dirs')?.value, context);
  const named = new Map<string, Entry>();
  for (const [name, entry] of value.entries)
    if (name !== 'dirs') for (const [key, one] of await readNamed(name, entry, context)) named.set(key, one);
  return { layers, document: withEntry(document, { key: 'skills', value: { ...value, entries: named } }) };
};

async function readUsual(context: Context): Promise<readonly MapNode[]> {
  const dirs = [...USER_DIRS.map((dir) => userDir(dir, context)), ...PROJECT_DIRS.map((dir) => join(context.folder, dir))];
  const layers: MapNode[] = [];
  for (const dir of dirs) layers.push(...(await readDir(dir, context)));
  return layers;
}

/** Reads the project's skills alone, for a configuration that requests the files of other tools. */
export async function readProjectSkills(context: CompatContext): Promise<readonly MapNode[]> {
  const layers: MapNode[] = [];
  for (const dir of PROJECT_DIRS.map((one) => join(context.folder, one)))
    layers.push(...(isFolder(dir) ? await readLayer(dir, context) : []));
  return layers;
}

async function readDirs(node: Node | undefined, context: Context): Promise<readonly MapNode[]> {
  if (node === undefined) return [];
  const items = isList(node) ? node.items : [node];
  const layers: MapNode[] = [];
  for (const [index, item] of items.entries()) {
    const path = ['skills', 'dirs', index];
    if (!isText(item)) {
      sayWrong(item, { path, expected: 'the path of a folder' }, context);
      continue;
    }
    const here = { ...context, place: item.place };
    const dir = USER_DIRS.includes(item.value) ? userDir(item.value, context) : projectPath(item.value, here);
    if (dir !== undefined && !isFolder(dir) && !item.value.startsWith('~/'))
      lose({ path, key: item.value, place: item.place, problem: 'there is no such folder' }, context);
    if (dir !== undefined) layers.push(...(await readDir(dir, here)));
  }
  return layers;
}

async function readDir(dir: string, context: Context): Promise<readonly MapNode[]> {
  if (!isFolder(dir)) return [];
  return readLayer(dir, isOwn(dir, context) ? asUser(context) : context);
}

async function readLayer(dir: string, context: CompatContext): Promise<readonly MapNode[]> {
  const layer = layerOf(dir, { skills: await readSkillFolder(dir, context), context });
  return layer === undefined ? [] : [layer];
}

async function readNamed(name: string, { key, value }: Entry, context: Context): Promise<Skills> {
  if (isNull(value)) return new Map([[name, { key, value }]]);
  const path = ['skills', name];
  if (!isText(value)) {
    sayWrong(value, { path, expected: 'the path of a skill' }, context);
    return new Map();
  }
  const here = { ...context, place: value.place };
  const found = projectPath(value.value, here);
  if (found === undefined) return new Map();
  if (isFolder(found) || isFile(found)) return readNamedSkill(name, { path: found, context: here });
  const problem = existsSync(found) ? 'is not a regular file' : 'does not exist';
  context.report.error(errors.CONFIG_FILE_MISSING({ file: found, problem }), { path, place: value.place });
  return new Map();
}

const userDir = (dir: string, { home }: Context) => join(home, dir.slice(2));

/** Resolves a path from the folder of the file. A repository cannot refer to files outside of itself. */
function projectPath(written: string, context: Context): string | undefined {
  const full = resolve(context.folder, written);
  if (!written.startsWith('~') && (!existsSync(full) || isInside(realpathSync.native(full), context.root))) return full;
  const problem = `it leads out of the repository; in the home folder, only ${USER_DIRS.join(', ')} are read`;
  return lose({ path: ['skills'], key: written, place: context.place, problem }, context);
}

/** Whether a folder belongs to the user. A home folder inside the repository belongs to the repository. */
const isOwn = (dir: string, context: Context): boolean =>
  USER_DIRS.some((one) => userDir(one, context) === dir) && !isInside(realpathSync.native(dir), context.root);

/** The context of the user's own skills, which need no trust and may be links to any place. */
const asUser = (context: Context): Context => ({ ...context, root: '/', place: { ...context.place, layer: 'user' } });

function sayWrong(node: Node, { path, expected }: { path: Path; expected: string }, context: Context): void {
  const found = node.kind === 'scalar' ? describe(node.value) : `a ${node.kind}`;
  const problem = errors.CONFIG_WRONG_TYPE({ path: dotted(path), expected, found });
  context.report.error(problem, { path, place: node.place });
}
