import { spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { scripted } from '../cli/scripted.js';
import { bin, environmentOf, root } from '../lib/loadout.js';

/** Installed for packages/acp: a client that nobody here wrote. */
const { resolve } = createRequire(join(root, 'packages/acp/package.json'));
const acpx = join(resolve('acpx/package.json'), '../dist/cli.js');

const TOUCH = { tools: [{ Bash: { command: 'touch made.txt' } }] };

async function exec(cwd: string, ...flags: readonly string[]) {
  const agent = `${process.execPath} ${bin} acp`;
  mkdirSync(join(cwd, '.home'), { recursive: true });
  const child = spawn(process.execPath, [acpx, '--agent', agent, '--cwd', cwd, ...flags, 'exec', 'Make the file.'], {
    cwd,
    env: environmentOf({ cwd }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((ended) => child.on('close', ended)),
  ]);
  return { code, stdout, stderr };
}

it('acpx approves a call, which runs, and ends with 0', async () => {
  const cwd = scripted({ turns: [TOUCH, { text: 'Made.' }] });
  const { code, stdout } = await exec(cwd, '--approve-all');
  expect([code, existsSync(join(cwd, 'made.txt'))]).toEqual([0, true]);
  expect(stdout).toContain('Made.');
});

it('acpx denies a call, which does not run, and ends with 5', async () => {
  const cwd = scripted({ turns: [TOUCH, { text: 'Left.' }] });
  const { code } = await exec(cwd, '--deny-all');
  expect([code, existsSync(join(cwd, 'made.txt'))]).toEqual([5, false]);
});

it('acpx shows the rule that denies a call, with its file and line', async () => {
  const cwd = scripted({ turns: [TOUCH, { text: 'Left.' }], config: { permissions: { deny: ['Bash(touch:*)'] } } });
  const { code, stdout } = await exec(cwd, '--approve-all');
  expect(code).toBe(0);
  expect(stdout).toMatch(/Bash\(touch:\*\)[\s\S]*agent\.config\.yaml:\d+/);
});
