import { readFileSync, writeFileSync } from 'node:fs';
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
