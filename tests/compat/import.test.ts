import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadout, project } from '../lib/loadout.js';

const RECIPE = `title: Greeter
description: Greets {{ who }}
instructions: Greet {{ who }}.
prompt: Go.
parameters: [{ key: who, input_type: string, requirement: optional, default: you }]
extensions: [{ type: builtin, name: developer }]
retry: { max_retries: 2 }
`;

it('loadout import prints a configuration, says what it left out, and what it wrote passes loadout check (CFG-13)', async () => {
  const cwd = project({ 'recipe.yaml': RECIPE });
  const printed = await loadout(['import', 'recipe.yaml'], { cwd });
  expect(printed.code).toBe(0);
  expect(printed.stdout).toMatch(/^# Imported from goose: recipe\.yaml\n# Not taken over:\n#\s+recipe\.yaml:7:1 retry: /);
  expect(printed.stderr).toMatch(/^1 setting of recipe\.yaml not imported:\n {2}recipe\.yaml:7:1 retry: /);
  const written = await loadout(['import', 'recipe.yaml', '--write'], { cwd });
  expect(written.stdout).toBe('Wrote agent.config.yaml. Next: loadout check\n');
  const file = join(cwd, 'agent.config.yaml');
  expect(readFileSync(file, 'utf8')).toBe(printed.stdout);
  const checked = await loadout(['check', '--strict'], { cwd });
  expect([checked.code, checked.stdout]).toEqual([0, expect.stringContaining('ok, 1 agent')]);
  writeFileSync(file, 'mine\n');
  const again = await loadout(['import', 'recipe.yaml', '--write'], { cwd });
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('already exists')]);
  expect(readFileSync(file, 'utf8')).toBe('mine\n');
  const other = await loadout(['import', 'agent.config.yaml'], { cwd });
  expect(other.code).toBe(2);
});

const SCOPED = '---\napplyTo: "**/*.ts"\n---\nUse tabs.\n';

it('loadout import writes rules for some files beside the configuration, never over a file or through a link', async () => {
  const files = { '.github/instructions/ts.instructions.md': SCOPED };
  const cwd = project(files);
  const printed = await loadout(['import', '.github'], { cwd });
  expect(printed.stderr).toContain('--write also writes .claude/rules/ts.md.');
  const written = await loadout(['import', '.github', '--write'], { cwd });
  expect(written.stdout).toBe('Wrote agent.config.yaml, .claude/rules/ts.md. Next: loadout check\n');
  expect(readFileSync(join(cwd, '.claude/rules/ts.md'), 'utf8')).toContain('paths:\n  - "**/*.ts"\n');
  const checked = await loadout(['check', '--strict'], { cwd });
  expect([checked.code, checked.stderr]).toEqual([0, '']);
  const there = project({ ...files, '.claude/rules/ts.md': 'mine\n' });
  expect((await loadout(['import', '.github', '--write'], { cwd: there })).stderr).toContain(
    '.claude/rules/ts.md already exists',
  );
  expect(existsSync(join(there, 'agent.config.yaml'))).toBe(false);
  const [linked, elsewhere] = [project(files), project({})];
  mkdirSync(join(linked, '.claude'));
  symlinkSync(elsewhere, join(linked, '.claude/rules'));
  expect((await loadout(['import', '.github', '--write'], { cwd: linked })).stderr).toContain('.claude/rules is a link');
  expect([existsSync(join(linked, 'agent.config.yaml')), existsSync(join(elsewhere, 'ts.md'))]).toEqual([false, false]);
});
