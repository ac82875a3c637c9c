import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { SkillPlan } from '@loadout/core/run';
import { expect, it } from 'vitest';
import { tempFolder } from '../run/scripted.test-kit.js';
import { preloadedSkills } from './skill-text.js';

it('a skill whose file leads to an endless device is not read', async () => {
  const dir = tempFolder();
  const file = join(dir, 'SKILL.md');
  symlinkSync('/dev/zero', file);
  const skill = { name: 'endless', aliases: [], dir, file, values: {} } as unknown as SkillPlan;
  const spec = { agent: { skills: ['endless'] }, roots: [dir] } as unknown as Parameters<typeof preloadedSkills>[1];
  await expect(preloadedSkills({ skills: { endless: skill } }, spec)).rejects.toThrow('it is not a file');
});
