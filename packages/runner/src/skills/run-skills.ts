import { randomUUID } from 'node:crypto';
import {
  type ActiveSkills,
  type HookTable,
  type PermissionRule,
  parsePermissionRule,
  runToolCall,
  type SkillPlan,
} from '@loadout/core';
import { joinHooks } from '../hooks/join-hooks.js';
import { errors } from '../report/errors.js';
import type { RunState } from '../turn/run-state.js';
import { clipped } from './clipped.js';
import { FittingSkills } from './fitting-skills.js';
import { filesBeside, readSkill } from './skill-file.js';
import { substitute } from './substitute.js';

/** Source: SKILL-03. */
const MAX_DEPTH = 4;
/** What is put back of each, and of all together, when a summary has taken the place of the messages that held them. Source: COMPACT-04. */
const KEPT_CHARS = { each: 20_000, all: 100_000 };

/** The skills of one run: those that there are, and what those in use have changed. */
export class RunSkills implements ActiveSkills {
  readonly #run: () => RunState;
  readonly #plans: Readonly<Record<string, SkillPlan>>;
  /** The texts that the conversation was given, the newest last; `isWhole`: it holds all of it now. */
  readonly #texts = new Map<string, { readonly text: string; readonly isWhole: boolean }>();
  readonly #begun = new Set<string>();
  readonly fitting: FittingSkills;
  #hooks: HookTable | undefined;
  #pushed = 0;
  /** The model, as it was chosen before the first skill that wants another. */
  #before: RunState['model']['wanted'] | undefined;

  constructor(plans: Readonly<Record<string, SkillPlan>> | undefined, run: () => RunState) {
    this.#plans = plans ?? {};
    this.#run = run;
    this.fitting = new FittingSkills(() => this.list(), run);
  }

  /** Those of the agent, and of the skills in use. */
  get hooks(): HookTable {
    return this.#hooks ?? this.#run().spec.hooks;
  }

  /** Those of the plan as it is now: a host may have read its files again. */
  list(): readonly SkillPlan[] {
    return Object.values(this.#plans);
  }

  find(name: string): SkillPlan | undefined {
    const skills = this.list();
    return skills.find((skill) => skill.name === name) ?? skills.find((skill) => skill.aliases.includes(name));
  }

  async text(skill: SkillPlan, args: string, context: { readonly signal: AbortSignal }): Promise<string> {
    const { sessionId, spec } = this.#run();
    const places = {
      args,
      names: skill.arguments ?? [],
      values: {
        CLAUDE_SESSION_ID: sessionId,
        CLAUDE_SKILL_DIR: skill.dir,
        CLAUDE_PROJECT_DIR: spec.roots[0],
        SESSION_ID: sessionId,
        SKILL_DIR: skill.dir,
        PROJECT_DIR: spec.roots[0],
      },
    };
    const own = await this.#withOutputs(substitute(await readSkill(skill), places), { skill, signal: context.signal });
    const beside = await filesBeside(skill);
    const files = beside.length === 0 ? '' : `\n\nFiles of this skill, in ${skill.dir}:\n${beside.join('\n')}`;
    return own + files;
  }

  async begin(skill: SkillPlan): Promise<void> {
    if (!this.#begun.has(skill.name)) {
      this.#checkDepth(skill);
      await this.#addHooks(skill);
    }
    this.hold(skill);
  }

  /** The same for an agent that has the skill's hooks already. */
  hold(skill: SkillPlan): void {
    if (!this.#begun.has(skill.name)) this.#restrict(skill);
    if (skill.model === undefined && skill.effort === undefined) return;
    const { model } = this.#run();
    this.#before ??= model.wanted;
    model.choose({ model: skill.model, effort: skill.effort });
  }

  /** What was asked is done: what the skills changed for it is as before. Their texts stay in the conversation. Source: SKILL-10. */
  end(): void {
    const { calls, permissions, model } = this.#run();
    for (; this.#pushed > 0; this.#pushed--) calls.restrictions.pop();
    permissions.endForRun();
    this.#begun.clear();
    this.#hooks = undefined;
    if (this.#before !== undefined) model.choose(this.#before);
    this.#before = undefined;
  }

  async #addHooks({ hooks }: SkillPlan): Promise<void> {
    if (hooks.length === 0) return;
    const made = await this.#run().spec.makeHooks(hooks);
    this.#hooks = joinHooks(this.hooks, made);
  }

  #checkDepth({ name, toolRestrictions }: SkillPlan): void {
    if (toolRestrictions !== undefined && this.#run().calls.restrictions.depth >= MAX_DEPTH)
      throw errors.SKILL_TOO_DEEP({ name, depth: MAX_DEPTH });
  }

  /** Once for each skill, however often it is loaded. */
  #restrict(skill: SkillPlan): void {
    const { calls, permissions } = this.#run();
    this.#checkDepth(skill);
    // A skill may not take away the means of going on.
    if (skill.toolRestrictions !== undefined) {
      calls.restrictions.push([...skill.toolRestrictions, 'Skill']);
      this.#pushed += 1;
    }
    permissions.addForRun([...rulesOf(skill.allowedTools, 'allow', skill), ...rulesOf(skill.disallowedTools, 'deny', skill)]);
    this.#begun.add(skill.name);
  }

  isHeld(skill: SkillPlan, text: string): boolean {
    const held = this.#texts.get(skill.name);
    this.#texts.delete(skill.name);
    this.#texts.set(skill.name, { text, isWhole: true });
    return held?.isWhole === true && held.text === text;
  }

  /** What is to be said again after the conversation was replaced: the newest first, as far as they fit. */
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
    const fitting = this.fitting.again(new Set(this.#texts.keys()));
    return fitting === undefined ? kept : [...kept, fitting];
  }

  /** Each `` !`command` `` gives way to what the command prints. Source: SKILL-05. */
  async #withOutputs(text: string, context: Commanding): Promise<string> {
    const pieces: string[] = [];
    let end = 0;
    for (const match of text.matchAll(/(?<=^|\s)!`([^`\n]+)`/g)) {
      pieces.push(text.slice(end, match.index), await this.#output(match[1] ?? '', context));
      end = match.index + match[0].length;
    }
    return pieces.join('') + text.slice(end);
  }

  /** A call of Bash like any other, but for the model's history: hooks hear of it, and rules decide, those of the skill among them. */
  async #output(command: string, { skill, signal }: Commanding): Promise<string> {
    const { calls } = this.#run();
    const own = [...rulesOf(skill.allowedTools, 'allow', skill), ...rulesOf(skill.disallowedTools, 'deny', skill)];
    const permissions = () => {
      const layers = calls.permissions();
      return { ...layers, rules: [...layers.rules, ...own] };
    };
    const env = { ...calls, permissions, journal: undefined, signal: AbortSignal.any([calls.signal, signal]) };
    const { outcome, result } = await runToolCall(
      { id: `skill_${randomUUID()}`, name: 'Bash', input: { command, description: 'Output for the text of a skill' } },
      { ...env, turn: async () => {} },
    );
    // A command that fails has said why, which is what the text is to hold.
    if (outcome === 'done' || outcome === 'failed') return result.content.trimEnd();
    throw errors.SKILL_COMMAND_REFUSED({ name: skill.name, command, why: result.content });
  }
}

interface Commanding {
  readonly skill: SkillPlan;
  readonly signal: AbortSignal;
}

const rulesOf = (texts: readonly string[], behavior: 'allow' | 'deny', skill: SkillPlan): readonly PermissionRule[] =>
  texts.map((text) => parsePermissionRule(text, { behavior, layer: 'session', position: skill.position }));
