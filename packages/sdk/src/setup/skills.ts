import type { Plan } from '@loadout/core/run';
import type { Options } from '../types/options.js';

/** The skills of a query. Only the named skills are listed to the model; a person may still call the others. */
export function skillsOf({ skills: named }: Options, { skills }: Plan): Plan['skills'] {
  if (skills === undefined || named === undefined || named === 'all') return skills;
  const entries = Object.entries(skills).map(([key, skill]): [string, typeof skill] => [
    key,
    named.includes(skill.name) ? skill : { ...skill, modelInvocable: false },
  ]);
  return Object.fromEntries(entries);
}

/** Rules that allow the named skills without asking. */
export function skillRules({ skills: named }: Options): readonly string[] {
  if (named === undefined) return [];
  return named === 'all' ? ['Skill'] : named.map((name) => `Skill(${name})`);
}
