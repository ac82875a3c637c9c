import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callTool, testContext } from '@loadout/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { saveSkillTool } from './save-skill-tool.js';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function project() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-save-skill-')));
  folders.push(root);
  return { root, context: testContext({ cwd: root, roots: [root] }), file: join(root, '.claude/skills/deploy/SKILL.md') };
}

const input = { name: 'deploy', description: 'Use it to: "deploy"', instructions: 'Run it.\n', allowed_tools: ['Bash(make:*)'] };

describe('SaveSkill (ALIAS-31)', () => {
  it('writes a skill of the project, and replaces one of the same name', async () => {
    const { context, file } = project();
    expect(await callTool(saveSkillTool(), input, context)).toMatchObject({ isError: false, structuredContent: { path: file } });
    expect(readFileSync(file, 'utf8')).toBe(
      '---\nname: deploy\ndescription: "Use it to: \\"deploy\\""\nallowed-tools: ["Bash(make:*)"]\n---\n\nRun it.\n',
    );
    await callTool(saveSkillTool(), { ...input, instructions: 'Other.', allowed_tools: [] }, context);
    expect(readFileSync(file, 'utf8')).toMatch(/deploy\\""\n---\n\nOther\.\n$/);
  });

  it.each(['../x', 'A', 'a b', '', '.hidden', 'a/b'])('takes no name that could be a path: %j', async (name) => {
    const { context } = project();
    expect(await callTool(saveSkillTool(), { ...input, name }, context)).toMatchObject({ isError: true });
  });

  it('reports why a skill cannot be written', async () => {
    const { root, context } = project();
    writeFileSync(join(root, '.claude'), '');
    const { isError, content } = await callTool(saveSkillTool(), input, context);
    expect([isError, content]).toEqual([true, expect.stringContaining('The skill "deploy" could not be saved')]);
  });
});
