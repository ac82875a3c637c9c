import type { Position } from '../errors.js';
import type { HookPlan } from './hook-plan.js';

/**
 * A skill, or a command: a skill that only a person starts. Its text is not here; it is read from `file` each time it is used.
 * Source: SKILL-01, SKILL-02.
 */
export interface SkillPlan {
  /** Also `namespace:name`. The key under `Plan.skills`. */
  readonly name: string;
  /** For the list that the model chooses from. May be empty. */
  readonly description: string;
  readonly whenToUse?: string | undefined;
  /** Shown to who types the command, such as `[issue] [branch]`. */
  readonly argumentHint?: string | undefined;
  /** Names of the arguments in their order, for `$name` in the text. */
  readonly arguments?: readonly string[] | undefined;
  /** Other names under which it can be asked for. None is another skill's name. */
  readonly aliases: readonly string[];
  /** `false`: the model is not told of it, and may not use it. */
  readonly modelInvocable: boolean;
  /** `false`: a person is not offered it. */
  readonly userInvocable: boolean;
  /** Texts of allow rules, for the turn in which it is used. They lift no deny or ask rule. Source: SKILL-07. */
  readonly allowedTools: readonly string[];
  /** Texts of deny rules, for as long. */
  readonly disallowedTools: readonly string[];
  /**
   * Tool names and globs, pushed on the restriction stack while it is used. Absent: nothing is pushed; empty: no tool is left,
   * which is also what a list that cannot be read becomes. Source: SKILL-03, SKILL-10.
   */
  readonly toolRestrictions?: readonly string[] | undefined;
  /** A key of `Plan.models`. */
  readonly model?: string | undefined;
  readonly effort?: string | undefined;
  /** `fork`: it runs in a subagent of its own. Absent: in the conversation. */
  readonly context?: 'fork' | undefined;
  /** Which agent it is that a fork runs. The key of an agent of the plan, or the name of a built-in one. */
  readonly agent?: string | undefined;
  /** Hold while it is used. */
  readonly hooks: readonly HookPlan[];
  /** Globs: the model is told of it only once it works on a file that one of them fits. Absent: always. */
  readonly paths?: readonly string[] | undefined;
  /** Absolute: SKILL.md, or the command's file. Frontmatter between `---` lines, then the text. */
  readonly file: string;
  /** The absolute folder of `file`, for the files beside it. */
  readonly dir: string;
  /** Where its name, or else its file, begins. */
  readonly position?: Position | undefined;
}
