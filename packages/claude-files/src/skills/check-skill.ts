import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { type Diagnostic, errors } from '@loadout/config';
import {
  isFile,
  isFolder,
  isInside,
  isList,
  isMap,
  isText,
  type MapNode,
  type Node,
  type Place,
  projectRoot,
  Report,
  startOf,
} from '@loadout/config/documents';
import { type CompatContext, compatContext } from '../foreign/compat-context.js';
import { readAgentFile } from '../foreign/read-agent-file.js';
import { readSkill } from './read-skill.js';
import { SKILL_FIELDS } from './skill-fields.js';

const FILE = 'SKILL.md';
const NAME = /^(?!-)(?!.*--)[a-z0-9-]{1,64}(?<!-)$/;
/** The limits of the Agent Skills specification: errors for fields, and warnings for the text, which is only slow when it is longer. */
const LIMITS = { description: 1024, compatibility: 500, lines: 500, chars: 20_000 };

export interface CheckedSkill {
  /** The folder of the skill. */
  readonly folder: string;
  readonly problems: readonly Diagnostic[];
}

/** Checks the skill in a folder, or each skill in the folders directly below it. */
export async function checkSkills(folder: string): Promise<readonly CheckedSkill[]> {
  const checked: CheckedSkill[] = [];
  for (const one of skillsIn(folder)) checked.push({ folder: one, problems: await checkSkill(one) });
  return checked;
}

const skillsIn = (folder: string): readonly string[] =>
  hasEntry(folder)
    ? [folder]
    : (isFolder(folder) ? readdirSync(folder) : [])
        .sort()
        .map((name) => join(folder, name))
        .filter(hasEntry);

/** Whether a folder has something of the name of a skill's file, which may be a pipe or a folder. */
const hasEntry = (folder: string): boolean => isFolder(folder) && readdirSync(folder).includes(FILE);

/** Returns the problems of a skill: parts that no program can read, and parts that other programs do not take or do not find. */
async function checkSkill(folder: string): Promise<readonly Diagnostic[]> {
  const report = new Report();
  const file = join(folder, FILE);
  const place = startOf(file);
  const context = { ...compatContext(place, { file, report, known: [] }), root: realpathSync.native(folder) };
  if (!isFile(file)) {
    const fix = 'Put a file in its place.';
    report.error(errors.CONFIG_VALUE_REFUSED({ path: FILE, problem: 'is not a file', fix }), { path: [], place });
    return report.errors;
  }
  await readSkill({ file, kind: 'skill', name: basename(folder), ownName: true }, context);
  const skill = await readAgentFile(file, { ...context, report: new Report(), fields: SKILL_FIELDS });
  if (skill === undefined) await readAgentFile(file, { ...context, fields: SKILL_FIELDS });
  else {
    checkFields(skill, { ...context, name: basename(resolve(folder)) });
    checkText(skill.entries.get('instructions')?.value, context);
  }
  return [...report.errors, ...report.warnings];
}

type Context = CompatContext & { readonly name: string };

function checkFields(skill: MapNode, context: Context): void {
  const textOf = (key: string) => {
    const node = skill.entries.get(key)?.value;
    return isText(node) ? node.value : undefined;
  };
  const say = (key: string, problem: string, fix: string) =>
    sayWrong({ key, problem, fix, place: skill.entries.get(key)?.value.place ?? skill.place }, context);
  const [name, description, compatibility] = ['name', 'description', 'compatibility'].map(textOf);
  if (name === undefined) say('name', 'is missing', `Write name: ${context.name}.`);
  else if (!NAME.test(name))
    say(
      'name',
      `is ${JSON.stringify(name)}, not 1 to 64 of a-z, 0-9 and single hyphens inside`,
      'Write a name such as release-notes.',
    );
  else if (name !== context.name)
    say(
      'name',
      `is ${JSON.stringify(name)}, and the folder is called ${JSON.stringify(context.name)}`,
      'Give both the same name.',
    );
  if (description === undefined || description.trim() === '')
    say('description', 'is missing, so that other programs leave the skill out', 'Say what the skill does, and when to use it.');
  else checkLength('description', { text: description, say });
  if (compatibility !== undefined) checkLength('compatibility', { text: compatibility, say });
  const metadata = skill.entries.get('metadata')?.value;
  const areTexts = isMap(metadata) && [...metadata.entries.values()].every(({ value }) => isText(value));
  if (metadata !== undefined && !areTexts) say('metadata', 'is not a map of texts', 'Put quotes around numbers and dates.');
  if (isList(skill.entries.get('allowed-tools')?.value))
    say('allowed-tools', 'is a list, which other programs do not read', 'Write one text with spaces: Bash(git log:*) Read.');
}

function checkLength(
  key: 'description' | 'compatibility',
  { text, say }: { readonly text: string; readonly say: (key: string, problem: string, fix: string) => void },
): void {
  if (text.length > LIMITS[key])
    say(key, `has ${text.length} characters; the limit is ${LIMITS[key]}`, 'Move the rest into the text.');
}

function checkText(node: Node | undefined, context: CompatContext): void {
  const place = node?.place ?? context.place;
  const text = isText(node) ? node.value : '';
  const warn = (problem: string, fix: string) =>
    context.report.warn(errors.CONFIG_VALUE_REFUSED({ path: 'The text', problem, fix }), { path: ['text'], place });
  const lines = text.split('\n').length;
  if (text === '') warn('is missing', 'Write below the frontmatter what to do.');
  const isLong = lines > LIMITS.lines || text.length > LIMITS.chars;
  if (isLong)
    warn(
      `has ${lines} lines and ${text.length} characters; up to ${LIMITS.lines} lines and ${LIMITS.chars} characters are advised`,
      'Move parts into files under references/ that the text names.',
    );
  for (const { path, line, column } of referencesIn(text))
    checkReference(path, { ...context, place: { ...place, line: place.line + line, column } });
}

/** The files that a text names: targets of links, and paths into the folders of the specification. */
function* referencesIn(text: string): Generator<{ readonly path: string; readonly line: number; readonly column: number }> {
  for (const [line, words] of text.split('\n').entries())
    for (const match of words.matchAll(/\]\((?<link>[^)\s]+)|(?<![\w./-])(?<path>(?:scripts|references|assets)\/[\w./-]*\w)/g)) {
      const path = (match.groups?.link ?? match.groups?.path ?? '').replace(/[#?].*$/, '');
      if (path !== '' && !/^[a-z][a-z+.-]*:|[$<{*]/i.test(path)) yield { path, line, column: match.index + 1 };
    }
}

function checkReference(path: string, context: CompatContext): void {
  const place = { ...context.place, length: path.length };
  const [target, project] = [resolve(dirname(place.file), path), projectRoot(place.file)];
  const key = `The reference ${JSON.stringify(path)}`;
  const say = (problem: string, fix: string) => sayWrong({ key, problem, fix, place }, context);
  const warn = (problem: string, fix: string) =>
    context.report.warn(errors.CONFIG_VALUE_REFUSED({ path: key, problem, fix }), { path: ['text'], place });
  const isOfProject = existsSync(resolve(project, path)) && isInside(resolve(project, path), project);
  if (isOfProject && !existsSync(target) && !path.startsWith('/'))
    warn(
      'names a file of the repository, and none of the skill',
      'Copy the file into the folder if the skill is for other repositories.',
    );
  else if (!existsSync(target)) say('names no file', 'Correct the path, from the folder of the skill, or add the file.');
  else if (path.startsWith('/') || !isInside(realpathSync.native(target), context.root)) {
    // The skills of a collection name each other's files, and are copied together.
    const folders = [dirname(context.root), realpathSync.native(project)];
    const isNear = folders.some((folder) => isInside(realpathSync.native(target), folder));
    const tell = isNear && !path.startsWith('/') ? warn : say;
    tell('leads out of the folder of the skill', 'Move the file into the folder: a skill is copied as a folder.');
  }
}

function sayWrong(
  { key, problem, fix, place }: { readonly key: string; readonly problem: string; readonly fix: string; readonly place: Place },
  { report }: Pick<CompatContext, 'report'>,
): void {
  report.error(errors.CONFIG_VALUE_REFUSED({ path: key, problem, fix }), { path: [key], place });
}
