import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { project, startLoadout } from '../lib/loadout.js';

/** A server that notes its start and never answers. */
const server = (name: string) => ({
  command: process.execPath,
  args: ['-e', `require('fs').appendFileSync('started', '${name}'); setInterval(() => {}, 1000)`],
});

const servers = () =>
  project({
    'agent.config.json': JSON.stringify({
      agents: { helper: { instructions: 'x', model: 'script/none' } },
      mcpServers: { a: server('a'), b: server('b') },
    }),
  });

/** Interrupts a command once it has started a server. */
async function interrupted(args: readonly string[], cwd: string) {
  const command = await startLoadout(args, { cwd });
  await expect.poll(() => existsSync(join(cwd, 'started'))).toBe(true);
  command.kill('SIGINT');
  return command.finished;
}

it('an interrupt ends loadout doctor --servers, and no further server is started', async () => {
  const cwd = servers();
  const { code, stdout } = await interrupted(['doctor', '--servers'], cwd);
  expect([code, readFileSync(join(cwd, 'started'), 'utf8')]).toEqual([130, 'a']);
  expect(stdout).not.toContain('server b');
});

it('an interrupted loadout lock writes no lock', async () => {
  const cwd = servers();
  const { code, stdout } = await interrupted(['lock'], cwd);
  expect([code, stdout, existsSync(join(cwd, 'loadout.lock'))]).toEqual([130, '', false]);
});
