import { basename, dirname, relative } from 'node:path';
import { type Entry, isText, Report } from '@loadout/config/documents';
import type { CompatContext } from '../foreign/compat-context.js';
import { readAgentFile } from '../foreign/read-agent-file.js';
import { isReadable } from '../foreign/read-foreign.js';
import { lose, loseBroken } from '../foreign/tell-foreign.js';
import { convertSkill, type SkillKind } from './convert-skill.js';
import { SKILL_FIELDS } from './skill-fields.js';
import { isSkillName } from './skill-name.js';

export interface SkillTarget {
  readonly file: string;
  readonly kind: SkillKind;
  /** The name of the skill, unless `ownName` lets its file choose another. */
  readonly name: string;
  readonly ownName: boolean;
  /** A prefix for the name. */
  readonly namespace?: string | undefined;
}

/** Reads one skill by its name. A skill with an invalid file is reported and left out, because the run does not depend on it. */
export async function readSkill(target: SkillTarget, context: CompatContext): Promise<readonly [string, Entry] | undefined> {
  const { file, kind, namespace } = target;
  if (!isReadable(file, context)) return undefined;
  const trial = new Report();
  const found = await readAgentFile(file, { ...context, report: trial, fields: SKILL_FIELDS });
  // The text is for messages, and for the list of files that a plan depends on.
  context.report.addTexts(trial);
  if (found === undefined) {
    sayBroken(target, trial, context);
    return undefined;
  }
  context.report.adopt(trial);
  const given = target.ownName ? found.entries.get('name')?.value : undefined;
  const own = isText(given) && isSkillName(given.value) && !given.value.includes(':') ? given : undefined;
  const place = given?.place ?? { ...found.place, length: 1 };
  const plain = own?.value ?? target.name;
  if (given !== undefined && own === undefined) {
    const written = isText(given) ? JSON.stringify(given.value) : 'it';
    const problem = `${written} cannot be the name of a skill, so it is called ${plain}`;
    lose({ path: ['skills', plain], key: 'name', place, problem }, context);
  }
  const name = namespace === undefined ? plain : `${namespace}:${plain}`;
  if (!isSkillName(name)) {
    const problem = `${JSON.stringify(name)} cannot be the name of a ${kind}`;
    return lose({ path: ['skills', name], key: `the ${kind} ${name}`, place, problem }, context);
  }
  const value = convertSkill(found, { ...context, path: ['skills', name], kind, file, dir: dirname(file) });
  return [name, { key: place, value: { ...value, place } }];
}

function sayBroken({ file, kind, name }: SkillTarget, trial: Report, context: CompatContext): void {
  const [first] = trial.errors;
  const said = first?.message.replace(/\.$/, '') ?? 'it is empty';
  const place = { ...context.place, ...(first?.position ?? {}), length: 1 };
  const key = place.file === file ? `the ${kind} ${name}` : relative(context.folder, file) || basename(file);
  loseBroken({ path: ['skills', name], key, place, problem: said, fix: first?.fix }, context);
}
