import type { Position } from '../errors.js';
import type { HookPlan } from './hook-plan.js';

/**
 * A skill, or a command: a skill that only a person starts. The text is not part of the plan; it is read from `file` at each use.
 * Source: SKILL-01, SKILL-02.
 */
export interface SkillPlan {
  /** The name or `namespace:name`; also the key in `Plan.skills`. */
  readonly name: string;
  /** The description in the list that the model chooses from. May be empty. */
  readonly description: string;
  readonly whenToUse?: string | undefined;
  /** A hint for the person who types the command, such as `[issue] [branch]`. */
  readonly argumentHint?: string | undefined;
  /** Names of the arguments in order, for `$name` in the text. */
  readonly arguments?: readonly string[] | undefined;
  /** Other names of the skill. No alias is another skill's name. */
  readonly aliases: readonly string[];
  /** If false, the skill is not shown to the model, and the model may not use it. */
  readonly modelInvocable: boolean;
  /** If false, the skill is not offered to people. */
  readonly userInvocable: boolean;
  /** Texts of allow rules for the turn in which the skill is used. They override no deny or ask rule. Source: SKILL-07. */
  readonly allowedTools: readonly string[];
  /** Texts of deny rules, with the same lifetime. */
  readonly disallowedTools: readonly string[];
  /**
   * Tool names and globs, pushed on the restriction stack while the skill is used. Absent: nothing is pushed. Empty, or a list
   * that cannot be read: no tool is left. Source: SKILL-03, SKILL-10.
   */
  readonly toolRestrictions?: readonly string[] | undefined;
  /** A key of `Plan.models`. */
  readonly model?: string | undefined;
  readonly effort?: string | undefined;
  /** `fork`: the skill runs in its own subagent. Absent: in the conversation. */
  readonly context?: 'fork' | undefined;
  /** The agent that a fork runs: the key of an agent of the plan, or the name of a built-in agent. */
  readonly agent?: string | undefined;
  /** Hooks that apply while the skill is used. */
  readonly hooks: readonly HookPlan[];
  /** Globs: the skill is shown to the model only once it works on a matching file. Absent: always. */
  readonly paths?: readonly string[] | undefined;
  /** Values of `${NAME}` in its text, by name. */
  readonly values?: Readonly<Record<string, string>> | undefined;
  /** The absolute path of SKILL.md or of the command's file: frontmatter between `---` lines, then the text. */
  readonly file: string;
  /** The absolute folder of `file`, with the skill's other files. */
  readonly dir: string;
  /** The position of the name, or else the beginning of the file. */
  readonly position?: Position | undefined;
}
