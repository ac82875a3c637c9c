import { randomUUID } from 'node:crypto';
import { taggedProcesses } from '@loadout/node';
import { expect, it, onTestFinished } from 'vitest';
import { startShell } from './running-shell.js';

it('lets a process with an output of its own run on, however busy the program was when the shell exited', async () => {
  const { shell: first } = await start('echo one', () => {
    // The second shell exits meanwhile. Its exit is then known before its output is read, and the program stays busy.
    block(900);
    setImmediate(() => block(600));
    return undefined;
  });
  const { shell: second, runId } = await start('sleep 4242.7 >/dev/null 2>&1 & sleep 0.4; echo two', () => undefined);
  block(200);
  await first.ended;
  expect(await second.ended).toEqual({ exitCode: 0, killedBy: undefined, killedStragglers: false });
  expect(taggedProcesses(runId)).toHaveLength(1);
});

async function start(command: string, onOutput: () => undefined) {
  const runId = `LOADOUT_TEST_${randomUUID()}`;
  const env = { PATH: process.env.PATH ?? '', [runId]: '1' };
  const shell = await startShell({
    file: 'bash',
    args: ['-c', command],
    cwd: import.meta.dirname,
    env,
    runId,
    onOutput,
  });
  onTestFinished(() => shell.stop());
  return { shell, runId };
}

function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
