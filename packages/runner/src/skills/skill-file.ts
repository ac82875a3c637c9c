import { type Dirent, promises as fs } from 'node:fs';
import { join, relative } from 'node:path';
import { messageOf, type SkillPlan } from '@loadout/core';
import { errors } from '../report/errors.js';

const MAX_BYTES = 1024 * 1024;
const MAX_FILES = 50;
const MAX_DEPTH = 4;

/** Returns the text after the frontmatter. Throws SKILL_UNREADABLE. */
export async function readSkill({ name, file }: SkillPlan): Promise<string> {
  try {
    const { size } = await fs.stat(file);
    if (size > MAX_BYTES) throw new Error(`it has ${size} bytes; at most ${MAX_BYTES} are read`);
    const text = (await fs.readFile(file, 'utf8')).replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
    return text.replace(/^---\n[\s\S]*?\n(?:---|\.\.\.)[ \t]*(?:\n|$)/, '').trim();
  } catch (cause) {
    throw errors.SKILL_UNREADABLE({ name, file, problem: messageOf(cause) }, { cause });
  }
}

/** Returns the paths of the other files in a skill's folder, for the model to read when needed. Source: SKILL-06. */
export async function filesBeside({ dir, file }: SkillPlan): Promise<readonly string[]> {
  const found: string[] = [];
  const visit = async (folder: string, depth: number): Promise<void> => {
    const entries = await fs.readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(folder, entry.name);
      if (found.length >= MAX_FILES) return;
      if (entry.isDirectory() && depth < MAX_DEPTH && !entry.name.startsWith('.')) await visit(path, depth + 1);
      else if (entry.isFile() && path !== file) found.push(relative(dir, path));
    }
  };
  // A command's folder holds other commands, not files of the command.
  if (/\/SKILL\.md$/i.test(file)) await visit(dir, 0);
  return found;
}
