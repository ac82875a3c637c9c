import type { Plan, SkillPlan } from '@loadout/core/run';
import { compileHooks } from './compile-agent.js';
import { type CompileInput, positionOf } from './compile-context.js';
import { takenAliases } from './taken-aliases.js';

/** Compiles all skills, by name. */
export function compileSkills(input: CompileInput): Pick<Plan, 'skills'> {
  const { document, flat } = input;
  const taken = takenAliases(document.skills ?? {});
  const made = Object.entries(document.skills ?? {}).flatMap(([name, skill]): [string, SkillPlan][] => {
    if (skill === null) return [];
    const { hooks, aliases = [], allowedTools = [], disallowedTools = [], ...same } = skill;
    const kept = aliases.filter((alias) => !taken.some((one) => one.skill === name && one.alias === alias));
    const plan: SkillPlan = {
      name,
      ...same,
      aliases: kept,
      allowedTools,
      disallowedTools,
      hooks: compileHooks(hooks, { flat, base: ['skills', name, 'hooks'] }),
      position: positionOf(flat, ['skills', name]),
    };
    return [[name, plan]];
  });
  return made.length === 0 ? {} : { skills: Object.fromEntries(made) };
}
