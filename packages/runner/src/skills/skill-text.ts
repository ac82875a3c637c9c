import { randomUUID } from 'node:crypto';
import { type Dirent, promises as fs } from 'node:fs';
import { join, relative } from 'node:path';
import { type HookInput, type HookRound, messageOf } from '@loadout/core';
import { type Plan, runHooks, runToolCall, type SkillPlan } from '@loadout/core/run';
import { underSignals } from '@loadout/node';
import type { Calling, RunContext } from '../context/run-context.js';
import { errors } from '../report/errors.js';
import type { AgentSpec } from '../spec/agent-spec.js';
import { toolWith } from '../tools/find-tools.js';
import { rulesOf } from './run-skills.js';

type Run = Pick<RunContext, 'sessionId' | 'spec'> & Calling;

/** Reads the text of a skill anew, with its arguments and the output of its commands. */
export async function skillText(
  run: Run,
  skill: SkillPlan,
  { args, ...context }: { readonly args: string } & Omit<Commanding, 'skill'>,
): Promise<string> {
  const { own, files } = await textOf(skill, { args, sessionId: run.sessionId, root: run.spec.roots[0] });
  return (await withOutputs(run, own, { skill, ...context })) + files;
}

/** The text of a skill without arguments, for a count: its commands stand in it as they are written. */
async function plainSkillText({ spec }: Pick<Run, 'spec'>, skill: SkillPlan): Promise<string> {
  const { own, files } = await textOf(skill, { args: '', sessionId: NO_SESSION, root: spec.roots[0] });
  return skillWords(skill, own + files);
}

interface PreloadedSkill {
  readonly name: string;
  readonly text: string;
}

/** The skills whose texts a conversation of this agent begins with. Nothing runs, so the commands in a text stand as written. */
export async function preloadedSkills(
  { skills = {} }: Pick<Plan, 'skills'>,
  spec: AgentSpec,
): Promise<readonly PreloadedSkill[]> {
  const plans: readonly SkillPlan[] = Object.values(skills);
  const found = (spec.agent.skills ?? []).flatMap(
    (name) => plans.find((one) => one.name === name) ?? plans.find(({ aliases }) => aliases.includes(name)) ?? [],
  );
  return Promise.all(found.map(async (skill) => ({ name: skill.name, text: await plainSkillText({ spec }, skill) })));
}

/** The text of a skill that an agent has from the start. */
export const skillWords = ({ name }: SkillPlan, text: string): string => `The skill ${name}:\n\n${text}`;

const NO_SESSION = '00000000-0000-0000-0000-000000000000';

interface Filling {
  readonly args: string;
  readonly sessionId: string;
  readonly root: string;
}

async function textOf(
  skill: SkillPlan,
  { args, sessionId, root }: Filling,
): Promise<{ readonly own: string; readonly files: string }> {
  const places = {
    args,
    names: skill.arguments ?? [],
    values: {
      CLAUDE_SESSION_ID: sessionId,
      CLAUDE_SKILL_DIR: skill.dir,
      CLAUDE_PROJECT_DIR: root,
      SESSION_ID: sessionId,
      SKILL_DIR: skill.dir,
      PROJECT_DIR: root,
      ...skill.values,
    },
  };
  const own = substitute(await readSkill(skill), places);
  const others = await otherFiles(skill);
  const files = others.length === 0 ? '' : `\n\nFiles of this skill, in ${skill.dir}:\n${others.join('\n')}`;
  return { own, files };
}

const NO_SHELL = 'The agent has no tool that runs commands.';

interface Commanding {
  readonly skill: SkillPlan;
  readonly signal: AbortSignal;
  readonly invokedBy: HookInput<'PreSkillShellCommand'>['invoked_by'];
}

/** Replaces each `` !`command` `` by the output of the command. Source: SKILL-05. */
async function withOutputs(run: Run, text: string, context: Commanding): Promise<string> {
  const pieces: string[] = [];
  let end = 0;
  for (const match of text.matchAll(/(?<=^|\s)!`([^`\n]+)`/g)) {
    pieces.push(text.slice(end, match.index), await output(run, match[1] ?? '', context));
    end = match.index + match[0].length;
  }
  return pieces.join('') + text.slice(end);
}

/**
 * Runs a command as a call of Bash that is not part of the model's history. Hooks run, and rules decide, including the skill's
 * own.
 */
async function output({ calls }: Run, command: string, { skill, signal, invokedBy }: Commanding): Promise<string> {
  const name = toolWith(calls().pool, 'runs-commands')?.name;
  if (name === undefined) throw errors.SKILL_COMMAND_REFUSED({ name: skill.name, command, why: NO_SHELL });
  const id = `skill_${randomUUID()}`;
  const subject = { tool_name: name, tool_input: { command }, tool_use_id: id, command_name: skill.name, invoked_by: invokedBy };
  const why = refusal(await runHooks('PreSkillShellCommand', subject, calls()));
  if (why !== undefined) throw errors.SKILL_COMMAND_REFUSED({ name: skill.name, command, why });
  const own = [...rulesOf(skill.allowedTools, 'allow', skill), ...rulesOf(skill.disallowedTools, 'deny', skill)];
  const now = calls();
  const permissions = () => {
    const layers = now.permissions();
    return { ...layers, rules: [...layers.rules, ...own] };
  };
  const call = { id, name, input: { command, description: 'Output for the text of a skill' } };
  const { outcome, result } = await underSignals([now.signal, signal], (either) =>
    runToolCall(call, { ...now, permissions, journal: undefined, signal: either, turn: async () => {} }),
  );
  // The text holds the output of a failed command too, which explains the failure.
  if (outcome === 'done' || outcome === 'failed') return result.content.trimEnd();
  throw errors.SKILL_COMMAND_REFUSED({ name: skill.name, command, why: result.content });
}

/** Returns why hooks keep a command from running. Nobody is asked, and there is no call to put off (GAP-D8). */
function refusal({ verdict, stop, updatedInput }: HookRound): string | undefined {
  if (stop !== undefined) return stop;
  if (verdict !== undefined && verdict.behavior !== 'allow')
    return `The hook ${verdict.by} answers ${verdict.behavior}: ${verdict.reason}`;
  return updatedInput === undefined ? undefined : 'A hook wants to change its input, which is not possible here.';
}

const MAX_BYTES = 1024 * 1024;
const MAX_FILES = 50;
const MAX_DEPTH = 4;

/** Returns the text after the frontmatter. Throws SKILL_UNREADABLE. */
async function readSkill({ name, file }: SkillPlan): Promise<string> {
  try {
    const stat = await fs.stat(file);
    const { size } = stat;
    // A link of a repository can lead to a pipe or a device, which never ends.
    if (!stat.isFile()) throw new Error('it is not a file');
    if (size > MAX_BYTES) throw new Error(`it has ${size} bytes; at most ${MAX_BYTES} are read`);
    const text = (await fs.readFile(file, 'utf8')).replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
    return text.replace(/^---\n[\s\S]*?\n(?:---|\.\.\.)[ \t]*(?:\n|$)/, '').trim();
  } catch (cause) {
    throw errors.SKILL_UNREADABLE({ name, file, problem: messageOf(cause) }, { cause });
  }
}

/** Returns the paths of the other files in a skill's folder, for the model to read when needed. Source: SKILL-06. */
async function otherFiles({ dir, file }: SkillPlan): Promise<readonly string[]> {
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

/** The placeholders of a skill's text and their values. Source: SKILL-05. */
interface Places {
  /** The arguments as written after the skill's name. */
  readonly args: string;
  /** Names of the arguments in order. */
  readonly names: readonly string[];
  /** Values of `${NAME}` by name. */
  readonly values: Readonly<Record<string, string>>;
}

const PLACE = /\\\$|\$ARGUMENTS(?:\[(\d+)\])?|\$(\d+)(?!\w)|\$\{(\w+(?:\.\w+)?)\}|\$([a-zA-Z_]\w*)/g;

/** Fills in arguments. A text without placeholders gets the arguments at its end. `\$` is a dollar sign. */
export function substitute(text: string, { args, names, values }: Places): string {
  const words = splitArguments(args);
  let isUsed = false;
  const use = (value: string | undefined) => {
    isUsed = true;
    return value ?? '';
  };
  const filled = text.replace(PLACE, (whole, index?: string, number?: string, key?: string, name?: string) => {
    if (whole === '\\$') return '$';
    if (index !== undefined || number !== undefined) return use(words[Number(index ?? number)]);
    if (whole === '$ARGUMENTS') return use(args);
    if (key !== undefined) return Object.hasOwn(values, key) ? (values[key] ?? '') : whole;
    const at = name === undefined ? -1 : names.indexOf(name);
    return at === -1 ? whole : use(words[at]);
  });
  return isUsed || args === '' ? filled : `${filled.trimEnd()}\n\nARGUMENTS: ${args}`;
}

/** Splits arguments at blanks; quotes keep blanks together. */
function splitArguments(args: string): readonly string[] {
  return [...args.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, bare]) => double ?? single ?? bare ?? '');
}
