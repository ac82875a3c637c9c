import { relative, resolve } from 'node:path';
import { plural, printable, printableJson } from '@loadout/command';
import { checkSkills, renderDiagnostics } from '@loadout/config';
import type { skillCheck } from '../arguments/definitions.js';
import { errors } from '../errors.js';
import type { Command } from './command.js';

const FOLDERS = ['.agents/skills', '.claude/skills'];

export const execute: Command<typeof skillCheck> = async ({ positionals: [named], flags }, io) => {
  const folders = named === undefined ? FOLDERS : [named];
  const checked = await Promise.all(folders.map((folder) => checkSkills(resolve(io.cwd, folder))));
  const skills = checked.flat().map(({ folder, problems }) => ({ skill: relative(io.cwd, folder) || '.', problems }));
  if (skills.length === 0) throw errors.SKILL_NONE({ folders });
  const bad = skills.filter(({ problems }) => problems.some((one) => one.severity === 'error'));
  if (flags.json) io.out(`${printableJson({ ok: bad.length === 0, skills }, 2)}\n`);
  else {
    for (const { skill, problems } of skills)
      io.out(problems.length === 0 ? `${printable(skill)}: ok\n` : `${renderDiagnostics(problems, { cwd: io.cwd })}\n`);
    io.out(`${plural(skills.length, 'skill')}, ${bad.length} with errors\n`);
  }
  return bad.length === 0 ? 0 : 2;
};
