import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Sandbox } from '@loadout/core';
import { expect, it, onTestFinished } from 'vitest';
import { createProgramRunner } from '../src/program/index.js';
import { setUp } from '../src/testing/context.js';
import { sandboxPlan } from '../src/testing/sandbox-plan.js';

it('a program of the configuration runs in the sandbox: with its arguments, variables, folder and input, and it writes nowhere else', async () => {
  const { context, folder } = await setUp({}, { services: [[Sandbox, sandboxPlan()]] });
  const runner = createProgramRunner({ stateDir: join(folder, '..', 'state', 'plugins', 'script') });
  onTestFinished(() => runner.dispose());
  const below = join(folder, 'a b');
  mkdirSync(below);
  const outside = join(folder, '..', 'outside');
  const code = 'printf "[%s]" "$@"; echo " $TOKEN $(cat) $(pwd)"; echo in > f; echo out > "$OUT"';
  const args = ['-c', code, 'sh', "it's", '$(id)', '-n', ''];
  const end = await runner.run(
    { run: { file: '/bin/sh', args }, cwd: below, env: { TOKEN: 'abc', OUT: outside }, stdin: 'typed', timeoutMs: 60_000 },
    context,
  );
  expect([end.stdout, end.exitCode]).toEqual([`[it's][$(id)][-n][] abc typed ${below}\n`, expect.any(Number)]);
  expect(end.stderr).toContain(outside);
  expect([existsSync(join(below, 'f')), existsSync(outside)]).toEqual([true, false]);
  const text = await runner.run({ run: { shell: 'echo "$x"' }, cwd: folder, env: { x: '$(id)' }, timeoutMs: 60_000 }, context);
  expect(text.stdout).toBe('$(id)\n');
});
