import { expect, it } from 'vitest';
import { loadout, project } from '../lib/loadout.js';

const GOOD = '---\nname: notes\ndescription: Writes notes.\n---\nDo it.\n';

it('loadout skill check says for each skill of the folder what is wrong, with its line', async () => {
  const cwd = project({ '.agents/skills/notes/SKILL.md': GOOD, '.claude/skills/other/SKILL.md': GOOD });
  const { code, stdout } = await loadout(['skill', 'check'], { cwd });
  expect(code).toBe(2);
  expect(stdout).toMatch(
    /^\.agents\/skills\/notes: ok\n\.claude\/skills\/other\/SKILL\.md:2:7 {2}CONFIG_VALUE_REFUSED {2}name is "notes", and/,
  );
  expect(stdout).toMatch(/2 skills, 1 with errors\n$/);
  const one = await loadout(['skill', 'check', '.agents/skills/notes', '--json'], { cwd });
  expect([one.code, JSON.parse(one.stdout)]).toEqual([
    0,
    { ok: true, skills: [{ skill: '.agents/skills/notes', problems: [] }] },
  ]);
});

it('loadout skill check of a folder without a skill is an error that names the folders', async () => {
  const { code, stderr } = await loadout(['skill', 'check'], { cwd: project({}) });
  expect([code, stderr]).toEqual([2, expect.stringContaining('No skill in .agents/skills, .claude/skills: neither a SKILL.md')]);
});
