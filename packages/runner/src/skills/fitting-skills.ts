import type { Access } from '@loadout/core';
import { pathMatches, type SkillPlan } from '@loadout/core/run';
import type { Rules } from '../permissions/permissions.js';
import { type Told, told } from '../told/told.js';
import { toolWith } from '../tools/find-tools.js';
import type { RunTools } from '../tools/run-tools.js';
import { skillEntry } from './skill-entry.js';

/** The skills for some files only. The model hears of each skill when a call works on a matching file. Source: SKILL-01. */
export class FittingSkills {
  readonly #skills: () => readonly SkillPlan[];
  readonly #run: Pick<Rules, 'permissions'> & { readonly tools: Pick<RunTools, 'pool'> };
  readonly #fits = new Set<SkillPlan>();
  /** The skills that the model was told of, by name. */
  readonly #told = new Map<string, SkillPlan>();

  constructor(skills: () => readonly SkillPlan[], run: Pick<Rules, 'permissions'> & { readonly tools: Pick<RunTools, 'pool'> }) {
    this.#skills = skills;
    this.#run = run;
  }

  worksOn(accesses: readonly Access[]): void {
    const unheard = this.#skills().filter(
      ({ name, paths, modelInvocable }) => paths !== undefined && modelInvocable && !this.#told.has(name),
    );
    if (unheard.length === 0) return;
    const paths = accesses.flatMap((access) => (access.kind === 'read' || access.kind === 'write' ? [access.path] : []));
    const { layers } = this.#run.permissions;
    for (const skill of unheard)
      if (paths.some((path) => skill.paths?.some((pattern) => pathMatches(pattern, path, layers)) === true))
        this.#fits.add(skill);
  }

  /** Returns a text about the skills that fit since the last call. */
  announce(): Told | undefined {
    if (this.#fits.size === 0) return undefined;
    const tool = toolWith(this.#run.tools.pool, 'loads-skills');
    if (tool === undefined) return undefined;
    const fitting = [...this.#fits];
    for (const skill of fitting) this.#told.set(skill.name, skill);
    this.#fits.clear();
    return listOf(fitting, tool.name);
  }

  /** Returns the text to repeat after the conversation was replaced, without the skills whose whole text is repeated. */
  again(loaded: ReadonlySet<string>): Told | undefined {
    const heard = [...this.#told.values()].filter((skill) => !loaded.has(skill.name));
    const tool = toolWith(this.#run.tools.pool, 'loads-skills');
    return heard.length === 0 || tool === undefined ? undefined : listOf(heard, tool.name);
  }
}

const listOf = (skills: readonly SkillPlan[], tool: string) => told.fittingSkills(tool, skills.map(skillEntry));
