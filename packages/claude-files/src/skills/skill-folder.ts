import { existsSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type Entry, folderFiles, isFile, isFolder, type MapNode, mapOf } from '@loadout/config/documents';
import type { CompatContext } from '../foreign/compat-context.js';
import { lose } from '../foreign/tell-foreign.js';
import { readSkill, type SkillTarget } from './read-skill.js';

export type Skills = Map<string, Entry>;

/** Reads the skills of a folder: each folder in it that contains a SKILL.md. The later of two skills with one name is used. */
export async function readSkillFolder(
  folder: string,
  context: CompatContext & { readonly namespace?: string | undefined },
): Promise<Skills> {
  const { namespace } = context;
  const targets = readdirSync(folder)
    .sort()
    .map((name): SkillTarget => ({ file: join(folder, name, 'SKILL.md'), kind: 'skill', name, ownName: true, namespace }))
    .filter((target) => isFile(target.file) || sayNoFile(target, context));
  return readTargets(targets, context);
}

/** Reports a SKILL.md that cannot be read as a file, such as a folder or a pipe. A folder without one is no skill. */
function sayNoFile({ file, name }: Pick<SkillTarget, 'file' | 'name'>, context: CompatContext): false {
  const problem = `${file} is not a regular file`;
  // The check of a plugin has an error for each pipe, socket and device already.
  const isTold = context.isChecked === true && !isFolder(file);
  if (existsSync(file) && !isTold) lose({ path: ['skills', name], key: name, place: context.place, problem }, context);
  return false;
}

/** Reads the commands of a folder and of its subfolders, whose names become a prefix: `sub:name`. */
export function readCommandFolder(
  folder: string,
  context: CompatContext & { readonly namespace?: string | undefined },
): Promise<Skills> {
  const targets = folderFiles(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file): SkillTarget => {
      const name = relative(folder, file).slice(0, -'.md'.length).split(sep).join(':');
      return { file, kind: 'command', name, ownName: false, namespace: context.namespace };
    });
  return readTargets(targets, context);
}

/** Reads one file as a command of this name. */
export const readCommandFile = (
  file: string,
  context: CompatContext & { readonly name: string; readonly namespace?: string | undefined },
): Promise<Skills> =>
  readTargets([{ file, kind: 'command', name: context.name, ownName: false, namespace: context.namespace }], context);

/** Reads the skill at a path, under a given name: a folder, its SKILL.md, or any other Markdown file. */
export async function readNamedSkill(name: string, { path, context }: { path: string; context: CompatContext }): Promise<Skills> {
  const own = join(path, 'SKILL.md');
  if (isFolder(path) && !isFile(own)) {
    sayNoFile({ file: own, name }, context);
    return readSkillFolder(path, { ...context, namespace: name });
  }
  const file = isFolder(path) ? own : path;
  return readTargets([{ file, kind: 'skill', name, ownName: false }], context);
}

async function readTargets(targets: readonly SkillTarget[], context: CompatContext): Promise<Skills> {
  const found: Skills = new Map();
  for (const target of targets) {
    const one = await readSkill(target, context);
    if (one !== undefined) found.set(...one);
  }
  return found;
}

/** A layer that contains only these skills. */
export function layerOf(folder: string, { skills, context }: { skills: Skills; context: CompatContext }): MapNode | undefined {
  if (skills.size === 0) return undefined;
  const place = { ...context.place, file: folder, line: 1, column: 1, length: 1 };
  return mapOf(place, { skills: { kind: 'map', place, entries: skills } });
}
