import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../load/load-config.js';

const TEXTS = {
  'is no YAML': 'root:x:0:0 hunter2: [\n  hunter2: {{\n',
  'is not a map': 'just a text with hunter2',
  'has an unknown key': 'hunter2: 1\n',
  'has a wrong value': 'agents: { one: { instructions: x, limits: { turns: hunter2 } } }\n',
  'has a wrong rule': 'permissions: { allow: ["hunter2((("] }\n',
  'has a variable that is not set': 'agents: { one: { instructions: "${env:hunter2_NOT_SET}" } }\n',
};

/** A project and a file beside it. */
function folders(text: string) {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-outside-')));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const project = join(dir, 'project');
  mkdirSync(join(project, '.git'), { recursive: true });
  const outside = join(dir, 'outside.yaml');
  writeFileSync(outside, text);
  return { project, outside };
}

/** Everything that is said about a configuration. */
async function said(project: string, config: string): Promise<string> {
  writeFileSync(join(project, 'agent.config.yaml'), config);
  return loadConfig({ cwd: project, env: {} }).then(
    (loaded) => JSON.stringify(loaded.warnings),
    (error: unknown) => JSON.stringify([error, (error as Error).message, (error as { problems?: unknown }).problems]),
  );
}

describe.each(Object.entries(TEXTS))('a file outside of the project that %s', (_, text) => {
  it.each([
    ['extends a link', 'extends: ./link.yaml\n'],
    ['extends the path', 'extends: ../outside.yaml\n'],
    ['includes a link', 'include: ./agents/*.yaml\n'],
  ])('shows none of its text to a configuration that %s', async (__, config) => {
    const { project, outside } = folders(text);
    mkdirSync(join(project, 'agents'));
    symlinkSync(outside, join(project, 'link.yaml'));
    symlinkSync(outside, join(project, 'agents/link.yaml'));
    const told = await said(project, config);
    expect(told).toContain('CONFIG_OUTSIDE');
    expect(told).not.toContain('hunter2');
  });
});

it('a file inside of the project shows its text, also one above the configuration', async () => {
  const { project } = folders('');
  writeFileSync(join(project, 'base.yaml'), TEXTS['has an unknown key']);
  expect(await said(project, 'extends: ./base.yaml\n')).toContain('hunter2');
});
