import { spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { bin, environmentOf, root } from '../../../lib/loadout.js';
import { trusted } from '../../scenario.js';
import type { ClientRow } from '../client-row.js';
import { SLEEP, sleeper } from './started.js';
import { matrixProject } from './stdio-client.js';

/** Installed for packages/acp. */
const { resolve } = createRequire(join(root, 'packages/acp/package.json'));
const acpx = join(resolve('acpx/package.json'), '../dist/cli.js');

const SLEEPING = [{ tools: [{ Bash: { command: SLEEP } }] }, { text: 'Next.' }];
const LOUD = { tools: Array.from({ length: 40 }, () => ({ Bash: { command: 'head -c 25000 /dev/zero | tr "\\\\0" x' } })) };
const touch = (name: string) => ({ tools: [{ Bash: { command: `touch ${name}` } }] });

/** A client that nobody here wrote, which starts the command by itself. */
async function running(turns: readonly object[]) {
  const cwd = matrixProject(turns);
  mkdirSync(join(cwd, '.home'), { recursive: true });
  const words = [acpx, '--agent', `${process.execPath} ${bin} acp`, '--cwd', cwd, '--approve-all', 'exec', 'Go.'];
  const child = spawn(process.execPath, words, {
    cwd,
    env: environmentOf({ cwd, env: await trusted(cwd) }),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()));
  const ended = new Promise<number | null>((settle) => child.once('close', settle));
  return { cwd, child, output: () => output, ended };
}

export const acpxClient: ClientRow = {
  client: 'acpx',
  cells: {
    async abort() {
      const { cwd, child, ended } = await running(SLEEPING);
      const command = await sleeper(cwd);
      child.kill('SIGINT');
      await ended;
      await command.gone();
    },
    async 'slow reader'() {
      const { cwd, child, output, ended } = await running([touch('begun'), LOUD, touch('finished'), { text: 'Done.' }]);
      await expect.poll(() => existsSync(join(cwd, 'begun'))).toBe(true);
      child.kill('SIGSTOP');
      await expect.poll(() => existsSync(join(cwd, 'finished'))).toBe(true);
      child.kill('SIGCONT');
      expect(await ended).toBe(0);
      expect(output()).toContain('Done.');
    },
    async 'lost connection'() {
      const { cwd, child } = await running(SLEEPING);
      const command = await sleeper(cwd);
      child.kill('SIGKILL');
      await command.gone();
    },
    '200 sessions at once': { cannot: 'Its process has one session.' },
    'hostile client': { cannot: 'It writes by the protocol. The client of the SDK writes before it what no client would.' },
  },
};
