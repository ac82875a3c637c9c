import type { Access } from '@loadout/core';
import {
  byPhase,
  clipped,
  type HookTable,
  type PermissionRule,
  parsePermissionRule,
  pathMatches,
  type SkillPlan,
} from '@loadout/core/run';
import type { RunContext } from '../context/run-context.js';
import type { Asking } from '../model/asking.js';
import type { Rules } from '../permissions/permissions.js';
import { type ModelText, modelText } from '../prompts/model-texts.js';
import { errors } from '../report/errors.js';
import { toolWith } from '../tools/find-tools.js';
import type { RunTools } from '../tools/run-tools.js';
import { skillEntry } from './skill-entry.js';

/** The deepest nesting of skills that run in agents of their own. Source: SKILL-03. */
const MAX_DEPTH = 4;
/** The characters restored of each skill and of all skills when a summary replaces their messages. Source: COMPACT-04. */
const KEPT_CHARS = { each: 20_000, all: 100_000 };

/** The parts of a run that its skills read and change. */
type Run = Pick<RunContext, 'spec' | 'session' | 'emit'> &
  Rules &
  Pick<Asking, 'model'> & { readonly tools: Pick<RunTools, 'pool'> };

/** The skills of one run, and the changes of the skills in use. */
export class RunSkills {
  readonly #run: Run;
  readonly #plans: Readonly<Record<string, SkillPlan>>;
  /** The texts that the conversation received, the newest last. `isWhole`: the conversation still has the whole text. */
  readonly #texts = new Map<string, { readonly text: string; readonly isWhole: boolean }>();
  readonly #begun = new Set<string>();
  /** The skills for some files that fit a call and of which the model does not know yet. */
  readonly #fits = new Set<SkillPlan>();
  /** The skills for some files of which the model was told, by name. */
  readonly #told = new Map<string, SkillPlan>();
  #hooks: HookTable | undefined;
  /** Whether the innermost list of the stack is that of the skill in use. */
  #isNarrowed = false;
  /** The choice of the model before the first skill that chose another. */
  #before: Asking['model']['wanted'] | undefined;

  constructor(plans: Readonly<Record<string, SkillPlan>> | undefined, run: Run) {
    this.#plans = plans ?? {};
    this.#run = run;
  }

  /** The hooks of the agent and of the skills in use. */
  get hooks(): HookTable {
    return this.#hooks ?? this.#run.spec.hooks;
  }

  /** Returns the skills of the plan. A host may replace them when it reads its files again. */
  list(): readonly SkillPlan[] {
    return Object.values(this.#plans);
  }

  find(name: string): SkillPlan | undefined {
    const skills = this.list();
    return skills.find((skill) => skill.name === name) ?? skills.find((skill) => skill.aliases.includes(name));
  }

  /** Finds the skills that are for the files of a call. Source: SKILL-01. */
  worksOn(accesses: readonly Access[]): void {
    for (const skill of this.list()) {
      const { name, paths, modelInvocable } = skill;
      if (paths === undefined || !modelInvocable || this.#told.has(name)) continue;
      const { layers } = this.#run.permissions;
      const fits = (access: Access) =>
        (access.kind === 'read' || access.kind === 'write') && paths.some((pattern) => pathMatches(pattern, access.path, layers));
      if (accesses.some(fits)) this.#fits.add(skill);
    }
  }

  /** Returns a text about fitting skills that the model was not told of yet. */
  announce(): ModelText | undefined {
    const fitting = [...this.#fits];
    const text = this.#listed(fitting);
    if (text === undefined) return undefined;
    this.#fits.clear();
    for (const skill of fitting) this.#told.set(skill.name, skill);
    return text;
  }

  #listed(skills: readonly SkillPlan[]): ModelText | undefined {
    const loader = skills.length === 0 ? undefined : toolWith(this.#run.tools.pool, 'loads-skills');
    return loader === undefined ? undefined : modelText.fittingSkills(loader.name, skills.map(skillEntry));
  }

  async begin(skill: SkillPlan): Promise<void> {
    this.#run.session.record({ t: 'skill', name: skill.name });
    await this.#use(skill);
  }

  /** Uses the skills again that were in use when an earlier process ended. What they deny stays denied. */
  async resume(names: readonly string[]): Promise<void> {
    // The list of the skill that began last is in force.
    for (const name of [...new Set([...names].reverse())].reverse()) {
      const skill = this.find(name);
      if (skill === undefined) this.#run.emit({ type: 'notice', message: goneSkill(name) });
      else await this.#use(skill);
    }
  }

  async #use(skill: SkillPlan): Promise<void> {
    if (!this.#begun.has(skill.name)) await this.#addHooks(skill);
    this.#replaceList(skill);
    this.#apply(skill);
  }

  /**
   * Begins the skill that an agent was started for, without its hooks, which the agent already has. Its list stays below the
   * lists of the skills that the agent uses.
   */
  hold(skill: SkillPlan): void {
    const { restrictions, spec } = this.#run;
    if (spec.depth > MAX_DEPTH) throw errors.SKILL_TOO_DEEP({ name: skill.name, depth: MAX_DEPTH });
    if (skill.toolRestrictions !== undefined) restrictions.push(this.#listOf(skill.toolRestrictions));
    this.#apply(skill);
  }

  /** Reverts the changes of skills at the end of a prompt. Their texts stay in the conversation. Source: SKILL-10. */
  end(): void {
    const { permissions, model } = this.#run;
    this.#endList();
    permissions.endForRun();
    this.#begun.clear();
    this.#hooks = undefined;
    if (this.#before !== undefined) model.choose(this.#before);
    this.#before = undefined;
  }

  async #addHooks({ hooks }: SkillPlan): Promise<void> {
    if (hooks.length === 0) return;
    const made = await this.#run.spec.makeHooks(hooks);
    this.#hooks = joinHooks(this.hooks, made);
  }

  /**
   * Puts the list of the newest skill in the place of the list before it, which has ended. A skill without a list works inside
   * the one in force. Source: SKILL-03.
   */
  #replaceList({ toolRestrictions }: SkillPlan): void {
    if (toolRestrictions === undefined) return;
    this.#endList();
    this.#run.restrictions.push(this.#listOf(toolRestrictions));
    this.#isNarrowed = true;
  }

  /** A skill must not remove the tool that loads the next skill. */
  #listOf(names: readonly string[]): readonly string[] {
    const loader = toolWith(this.#run.tools.pool, 'loads-skills');
    return loader === undefined ? names : [...names, loader.name];
  }

  #endList(): void {
    if (this.#isNarrowed) this.#run.restrictions.pop();
    this.#isNarrowed = false;
  }

  /** Applies the rules, the model and the effort of a skill; the rules once for each skill. */
  #apply(skill: SkillPlan): void {
    const { permissions, model } = this.#run;
    if (!this.#begun.has(skill.name))
      permissions.addForRun([...rulesOf(skill.allowedTools, 'allow', skill), ...rulesOf(skill.disallowedTools, 'deny', skill)]);
    this.#begun.add(skill.name);
    if (skill.model === undefined && skill.effort === undefined) return;
    this.#before ??= model.wanted;
    model.choose({ model: skill.model, effort: skill.effort });
  }

  /** Records the text of a skill. Returns whether the conversation already has the same text as a whole. */
  isHeld(skill: SkillPlan, text: string): boolean {
    const held = this.#texts.get(skill.name);
    this.#texts.delete(skill.name);
    this.#texts.set(skill.name, { text, isWhole: true });
    return held?.isWhole === true && held.text === text;
  }

  /** Returns the texts to repeat after the conversation was replaced: the newest first, as far as they fit. */
  again(): readonly string[] {
    let room = KEPT_CHARS.all;
    const kept: string[] = [];
    const left: string[] = [];
    for (const [name, { text }] of [...this.#texts].reverse()) {
      const part = room < 2 ? '' : clipped(text, Math.min(KEPT_CHARS.each, room));
      room -= part.length;
      this.#texts.set(name, { text, isWhole: part === text });
      if (part === '') left.push(name);
      else kept.push(`The skill ${name}, which is in use:\n\n${part}`);
    }
    if (left.length > 0) kept.push(`Also in use; load them again when you need their text: ${left.join(', ')}`);
    const fitting = this.#listed([...this.#told.values()].filter(({ name }) => !this.#texts.has(name)));
    return fitting === undefined ? kept : [...kept, fitting];
  }
}

export const rulesOf = (texts: readonly string[], behavior: 'allow' | 'deny', skill: SkillPlan): readonly PermissionRule[] =>
  texts.map((text) => parsePermissionRule(text, { behavior, layer: 'session', position: skill.position }));

const goneSkill = (name: string): string =>
  `The skill ${name} was in use when this session was interrupted, and is gone. Its rules do not hold any more.`;

/** Joins two tables. In each phase, the hooks of the second follow those of the first. The hook objects stay the same. */
function joinHooks(first: HookTable, second: HookTable): HookTable {
  const joined = new Map(first);
  for (const [event, hooks] of second) {
    const all = [...(first.get(event) ?? []), ...hooks];
    joined.set(event, all.sort(byPhase));
  }
  return joined;
}
