import { nearest } from '@loadout/core';
import { takenAliases } from '../compile/taken-aliases.js';
import { placeOf } from '../document/flatten.js';
import { dotted } from '../document/node.js';
import { errors } from '../errors.js';
import type { CheckContext } from './check-context.js';

/** Reports unknown skills that agents name, and aliases that belong to another skill. */
export function checkSkills({ document, report, flat, failed }: CheckContext): void {
  const known = Object.entries(document.skills ?? {}).flatMap(([name, skill]) => (skill === null ? [] : [name]));
  for (const [agent, { skills = [] }] of Object.entries(document.agents ?? {}))
    for (const [index, name] of skills.entries()) {
      const path = ['agents', agent, 'skills', index];
      if (known.includes(name) || failed.has(dotted(path))) continue;
      const where = { path, place: placeOf(flat, path) };
      const problem = errors.CONFIG_SKILL_UNKNOWN({ name, nearest: nearest(name, known), known });
      if (where.place?.foreign === true) report.warn(problem, where);
      else report.error(problem, where);
    }
  for (const { skill, alias, index, other } of takenAliases(document.skills ?? {})) {
    const path = ['skills', skill, 'aliases', index];
    report.warn(errors.CONFIG_SKILL_ALIAS({ alias, skill, other }), { path, place: placeOf(flat, path) });
  }
}
