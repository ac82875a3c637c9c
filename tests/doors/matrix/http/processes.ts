import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { scripted } from '../../../cli/scripted.js';

/** A project whose agent waits at a gate, in a process of its own, and then goes on. */
export function waitingProject() {
  const wait = { Bash: { command: 'sh wait.sh' } };
  const cwd = scripted({
    turns: [{ text: 'I wait.', tools: [wait] }, { text: 'On we go.' }],
    config: { permissions: { allow: ['Bash'] } },
    files: { 'wait.sh': 'echo $$ > pid\nexec cat gate\n' },
  });
  spawnSync('mkfifo', [join(cwd, 'gate')]);
  return { cwd, open: () => writeFileSync(join(cwd, 'gate'), '') };
}

/** Resolves when the process waits that is not `before`. */
export async function processIn(cwd: string, before = 0): Promise<{ readonly pid: number }> {
  const file = join(cwd, 'pid');
  const read = () => (existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0);
  await expect.poll(() => read() > 0 && read() !== before).toBe(true);
  return { pid: read() };
}

/** A process that nobody has waited for yet is over too. */
export const isRunning = (pid: number) => existsSync(`/proc/${pid}`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
