import { relative, resolve } from 'node:path';
import { renderDiagnostics } from '@loadout/config';
import { defineCommand, jsonFlag } from '@loadout/core/commands';
import { errors } from '../errors.js';
import { checkSkills } from '../skills/check-skill.js';

const definition = {
  name: 'skill check',
  group: 'look',
  summary: 'Check skills for this program and for others: frontmatter, names, lengths, and the files that they name.',
  positionals: [
    {
      name: 'folder',
      optional: true,
      help: 'A skill, or a folder of skills. Default: .agents/skills and .claude/skills.',
    },
  ],
  flags: [jsonFlag],
  examples: ['.claude/skills'],
} as const;

const FOLDERS = ['.agents/skills', '.claude/skills'];

export default defineCommand(definition, async ({ positionals: [named], flags }, host) => {
  const folders = named === undefined ? FOLDERS : [named];
  const checked = await Promise.all(folders.map((folder) => checkSkills(resolve(host.cwd, folder))));
  const skills = checked.flat().map(({ folder, problems }) => ({ skill: relative(host.cwd, folder) || '.', problems }));
  if (skills.length === 0) throw errors.SKILL_NONE({ folders });
  const bad = skills.filter(({ problems }) => problems.some((one) => one.severity === 'error'));
  if (flags.json) host.json({ ok: bad.length === 0, skills });
  else {
    for (const { skill, problems } of skills)
      host.out(problems.length === 0 ? `${skill}: ok\n` : `${renderDiagnostics(problems, { cwd: host.cwd })}\n`);
    host.out(`${skills.length} ${skills.length === 1 ? 'skill' : 'skills'}, ${bad.length} with errors\n`);
  }
  return bad.length === 0 ? 0 : 2;
});
