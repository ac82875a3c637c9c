import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { judgeConfig } from './read-judged.js';
import { load, makeSandbox, problems } from './sandbox.fixture.js';

const sandbox = makeSandbox();
afterAll(() => sandbox.remove());

const FILES = {
  'prompts/a.md': 'Answer in a.',
  'prompts/b.md': 'Answer in b.',
  'base.yaml': 'agents: { based: { instructions: { file: ./prompts/b.md } } }\n',
  'agents/more.md': '---\nname: more\ndescription: More.\n---\nMore.\n',
  'key.txt': 'secret-value',
  'plugin.mjs': 'export default {};\n',
  '.claude/skills/tidy/SKILL.md': '---\nname: tidy\ndescription: Tidies.\n---\nTidy up.\n',
};
const CONFIG = `
extends: ./base.yaml
include: agents/*.md
plugins: { own: ./plugin.mjs, fs: { use: "@loadout/tool-fs", options: { where: "\${configDir}/x" } } }
providers: { anthropic: "@loadout/model-anthropic" }
secrets: { key: { file: key.txt } }
skills: true
permissions: { allow: ["Read(./docs/**)"], additionalDirectories: [../beside] }
hooks: { Stop: [{ hooks: [{ type: command, command: "./stop.sh \${secret:key}" }] }] }
agents:
  a: { instructions: [{ file: prompts/a.md }, "\${file:prompts/b.md}"], model: anthropic/m }
tests: [{ name: one, model: { script: [{ text: a }] }, expect: { outcome: done } }]
`;
sandbox.install('@loadout/tool-fs', {});
sandbox.install('@loadout/model-anthropic', { model: true });

/** A plan as text, without its places. */
async function planOf(cwd: string, file: string) {
  const { plan } = await load(cwd);
  expect([plan.configFile, plan.configDir, plan.workspace]).toEqual([join(cwd, file), cwd, cwd]);
  return JSON.stringify({ ...plan, configFile: '' })
    .replaceAll(join(cwd, file), '(file)')
    .replaceAll(cwd, '(folder)');
}

describe('a configuration in .config (CFG-01)', () => {
  it('makes the plan that it makes beside that folder: its paths resolve from the folder that holds .config', async () => {
    const beside = sandbox.project({ ...FILES, 'agent.config.yaml': CONFIG });
    const inside = sandbox.project({ ...FILES, '.config/agent.config.yaml': CONFIG });
    const plan = await planOf(inside, '.config/agent.config.yaml');
    expect(plan).toBe(await planOf(beside, 'agent.config.yaml'));
    for (const text of ['Answer in a.', 'Answer in b.', 'secret-value', 'Tidies.', '(folder)/x']) expect(plan).toContain(text);
  });

  it('does so for a named configuration too, and for no other file in .config', async () => {
    const base = 'agents: { a: { instructions: { file: own.md } } }\n';
    const cwd = sandbox.project({
      '.config/agent.config.yaml': 'extends: ./.config/base.yaml\n',
      '.config/base.yaml': base,
      '.config/own.md': 'Own.',
    });
    const named = await load(dirname(cwd), { file: join(cwd, '.config/agent.config.yaml') });
    expect(named.plan).toMatchObject({ configDir: cwd, workspace: dirname(cwd), agents: { a: { instructions: 'Own.' } } });
    const other = await load(cwd, { file: '.config/base.yaml' });
    expect(other.plan).toMatchObject({ configDir: join(cwd, '.config'), agents: { a: { instructions: 'Own.' } } });
  });

  it('is not a rule for a program that works in such a folder', async () => {
    const cwd = join(sandbox.project({ '.config/file': '' }), '.config');
    const document = { agents: { a: { instructions: 'Given.' } } };
    expect((await load(cwd, { document })).plan).toMatchObject({ configDir: cwd, workspace: cwd });
  });

  it('reports problems at its own place, and a file that is missing by its path', async () => {
    const cwd = sandbox.project({ '.config/agent.config.yaml': 'agents: { a: { instructions: { file: no.md } } }\n' });
    await expect(load(cwd)).rejects.toMatchObject({
      problems: [
        { position: { file: join(cwd, '.config/agent.config.yaml'), line: 1 }, message: expect.stringContaining('no.md') },
      ],
    });
  });

  it('is judged with that folder, and with the files that it names there', async () => {
    const cwd = sandbox.project({ ...FILES, '.config/agent.config.yaml': CONFIG, 'stop.sh': 'true' });
    const judged = () => judgeConfig({ cwd, env: {}, trust: { file: join(sandbox.root, 'trust.json') } });
    const before = await judged();
    expect([before.root, before.config]).toEqual([cwd, '.config/agent.config.yaml']);
    writeFileSync(join(cwd, 'stop.sh'), 'false');
    expect((await judged()).hash).not.toBe(before.hash);
  });

  it('that is a repository of its own does not gain the folder around it', async () => {
    const cwd = sandbox.project({
      'private.md': 'Private.',
      '.config/agent.config.yaml': 'agents: { a: { instructions: { file: private.md } } }\n',
    });
    expect((await load(cwd)).plan.agents.a?.instructions).toBe('Private.');
    mkdirSync(join(cwd, '.config/.git'));
    await expect(load(cwd)).rejects.toMatchObject({ code: 'CONFIG_NOT_FOUND' });
    expect(await problems(join(cwd, '.config'))).toEqual([expect.stringContaining('agents.a.instructions.file')]);
    writeFileSync(join(cwd, '.config/agent.config.yaml'), 'agents: { a: { instructions: { file: ../private.md } } }\n');
    const trust = { file: join(sandbox.root, 'trust.json') };
    const { plan, trust: verdict } = await load(join(cwd, '.config'), { trust });
    expect([plan.workspace, plan.configDir, verdict?.root]).toEqual(Array(3).fill(join(cwd, '.config')));
    expect(JSON.stringify(plan)).not.toContain('Private.');
    writeFileSync(join(cwd, 'agent.config.yaml'), 'agents: { own: { instructions: Hi. } }\n');
    expect(Object.keys((await load(cwd)).plan.agents)).toEqual(['own']);
  });
});
