import type { Plan } from '@loadout/core';
import type { Options } from '../types/options.js';

/** Only the named ones are listed to the model; a person may still call the others. */
export function skillsOf({ skills: named }: Options, { skills }: Plan): Plan['skills'] {
  if (skills === undefined || named === undefined || named === 'all') return skills;
  const entries = Object.entries(skills).map(([key, skill]): [string, typeof skill] => [
    key,
    named.includes(skill.name) ? skill : { ...skill, modelInvocable: false },
  ]);
  return Object.fromEntries(entries);
}

/** Rules that let the named ones be used unasked. */
export function skillRules({ skills: named }: Options): readonly string[] {
  if (named === undefined) return [];
  return named === 'all' ? ['Skill'] : named.map((name) => `Skill(${name})`);
}
