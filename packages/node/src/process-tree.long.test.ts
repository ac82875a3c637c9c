import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { killTreeNow, signalAll, taggedProcesses } from './process-tree.js';

const id = randomUUID();
const TAG = `LOADOUT_TREE_TEST=${id}`;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loadout-tree-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const env = () => ({ PATH: process.env.PATH ?? '', LOADOUT_TREE_TEST: id });

describe.runIf(process.platform === 'linux')('the processes of a tree', () => {
  it('are found also while they exec, when the kernel shows no environment (TOOL-KILL-03)', () => {
    const script = join(folder, 'again.sh');
    writeFileSync(script, `[ "$1" -gt 0 ] && exec sh ${script} $(($1 - 1))\nexec sleep 60\n`);
    const child = spawn('sh', [script, '1000'], { env: env(), stdio: 'ignore' });
    try {
      for (let look = 0; look < 1000; look++) expect(taggedProcesses(TAG)).toEqual([child.pid]);
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('have ended when the killing that waits for nobody returns', async () => {
    const child = spawn('sh', ['-c', 'sleep 60 & sleep 60 & echo; wait'], { env: env(), stdio: ['ignore', 'pipe', 'ignore'] });
    await once(child.stdout, 'data');
    expect(signalAll({ tag: TAG }, 'SIGCONT')).toBeGreaterThan(0);
    killTreeNow({ tag: TAG });
    expect(taggedProcesses(TAG)).toEqual([]);
  });
});

it('kills what forks and goes at once, generation after generation (TOOL-KILL-03)', async () => {
  for (let round = 0; round < 20; round++) {
    const tag = `LOADOUT_TEST_TAG=${process.pid}-fork-${round}`;
    const time = `${3_000 + round}.${process.pid}`;
    const [name = '', value = ''] = tag.split('=');
    const shell = spawn('bash', ['-c', `( (setsid bash -c '(sleep ${time} &)' &) & )`], {
      env: { ...process.env, [name]: value },
    });
    await new Promise((resolve) => shell.on('exit', resolve));
    killTreeNow({ tag });
    expect(taggedProcesses(tag)).toEqual([]);
  }
});
