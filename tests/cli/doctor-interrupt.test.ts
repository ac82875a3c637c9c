import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { project, startLoadout } from '../lib/loadout.js';

/** A server that notes its start and never answers. */
const server = (name: string) => ({
  command: process.execPath,
  args: ['-e', `require('fs').appendFileSync('started', '${name}'); setInterval(() => {}, 1000)`],
});

it('an interrupt ends loadout doctor --servers, and no further server is started', async () => {
  const cwd = project({
    'agent.config.json': JSON.stringify({
      agents: { helper: { instructions: 'x', model: 'script/none' } },
      mcpServers: { a: server('a'), b: server('b') },
    }),
  });
  const started = join(cwd, 'started');
  const doctor = await startLoadout(['doctor', '--servers'], { cwd });
  await expect.poll(() => existsSync(started)).toBe(true);
  doctor.kill('SIGINT');
  const { code, stdout } = await doctor.finished;
  expect([code, readFileSync(started, 'utf8')]).toEqual([130, 'a']);
  expect(stdout).not.toContain('server b');
});
