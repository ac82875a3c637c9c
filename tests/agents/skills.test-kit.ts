import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SkillPlan } from '@loadout/core/run';
import { team, tempFolder } from './agents.test-kit.js';

export type Skills = Record<
  string,
  { readonly text: string; readonly files?: Readonly<Record<string, string>> } & Partial<SkillPlan>
>;

/** A workspace with these skills in it, and the plan's entries for them. */
export function withSkills(skills: Skills, lead: Parameters<typeof team>[0] = {}, more: Parameters<typeof team>[1] = {}) {
  const workspace = tempFolder();
  const plans = Object.entries(skills).map(([name, { text, files = {}, ...own }]): [string, SkillPlan] => {
    const dir = join(workspace, 'skills', name);
    mkdirSync(dir, { recursive: true });
    for (const [file, content] of Object.entries({ ...files, 'SKILL.md': `---\nname: ${name}\n---\n${text}\n` }))
      writeFileSync(join(dir, file), content);
    const usual = { aliases: [], modelInvocable: true, userInvocable: true, allowedTools: [], disallowedTools: [], hooks: [] };
    return [name, { name, description: `For ${name}.`, ...usual, file: join(dir, 'SKILL.md'), dir, ...own }];
  });
  return team(lead, { workspace, skills: Object.fromEntries(plans), ...more });
}

export const use = (skill: string, args?: string) => ({
  name: 'Skill',
  input: { skill, ...(args === undefined ? {} : { args }) },
});
