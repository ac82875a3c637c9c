import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hasEnded, ownMark } from './process-mark.js';

const linux = process.platform === 'linux';

/** Starts a program whose child can be killed and is never waited for: `exec` takes the place of the shell, which would wait. */
async function zombie() {
  const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [line] = (await once(parent.stdout, 'data')) as [Buffer];
  const pid = Number(String(line).trim());
  await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8').trim()).toBe('sleep');
  const fields = () => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  };
  const mark = { ...ownMark(), pid, started: Number(fields()[19]) };
  return { mark, fields, end: () => parent.kill('SIGKILL') };
}

describe('a process mark', () => {
  it('reports that this process runs', () => {
    expect(hasEnded(ownMark())).toBe(false);
  });

  it('reports that the marked process has ended if a later one has its number', () => {
    expect(hasEnded({ ...ownMark(), started: 1 })).toBe(linux);
  });

  it('reports nothing about another container', () => {
    expect(hasEnded({ ...ownMark(), namespace: 1 })).toBeUndefined();
  });

  it.runIf(linux)('takes a process that was killed and not waited for as ended', async () => {
    const { mark, fields, end } = await zombie();
    try {
      expect(hasEnded(mark)).toBe(false);
      process.kill(mark.pid, 'SIGKILL');
      await expect.poll(() => fields()[0]).toBe('Z');
      expect(hasEnded(mark)).toBe(true);
    } finally {
      end();
    }
  });
});
