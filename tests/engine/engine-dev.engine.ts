import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { EngineClient } from '@loadout/engine-restate';
import { expect, it, onTestFinished } from 'vitest';
import { project, startLoadout } from '../lib/loadout.js';
import { freePorts, says } from './engine-server.test-kit.js';
import { until } from './until.js';

const FILES = {
  'agent.config.yaml': `providers: { script: { use: '@loadout/model-script', options: { file: ./script.yaml } } }
agents: { one: { model: script/any, instructions: Answer. } }
`,
  'script.yaml': 'turns:\n  - text: All done.\n',
};

/** True if there is no such process any more, or nobody has collected it. */
const isOver = (pid: number): boolean =>
  /^(Z.*)?$/.test(spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim());

it('the command starts the server as it is, ends it by a signal, finds the runs again, and names a server that was left behind', async () => {
  const dir = project(FILES);
  const ports = (await freePorts(3)).map(String);
  const [port = '', admin = '', own = ''] = ports;
  const env = {
    LOADOUT_ENGINE: `http://127.0.0.1:${port}`,
    LOADOUT_ENGINE_ADMIN: `http://127.0.0.1:${admin}`,
    XDG_STATE_HOME: join(dir, 'state'),
    // The server is not beside the command here. A variable of the user names its place.
    NODE_PATH: join(import.meta.dirname, 'node_modules'),
  };
  const start = async (args: readonly string[]) => {
    const started = await startLoadout(args, { cwd: dir, env });
    onTestFinished(async () => {
      started.kill('SIGTERM');
      await started.finished;
    });
    return started;
  };
  const open = async () => {
    const addresses = ['--port', port, '--admin-port', admin, '--dir', 'engine'];
    const server = await start(['engine', 'dev', ...addresses]);
    await says(server, `Set LOADOUT_ENGINE=${env.LOADOUT_ENGINE} LOADOUT_ENGINE_ADMIN=${env.LOADOUT_ENGINE_ADMIN}\n`);
    return server;
  };
  const server = await open();
  await says(await start(['worker', '--port', own]), 'Serving');
  const { code, stdout, stderr } = await (await start(['submit', 'one', 'Go on.', '--wait'])).finished;
  expect([code, stdout], stderr).toEqual([0, 'All done.\n']);
  server.kill('SIGTERM');
  expect(await server.finished).toMatchObject({ code: 0, stderr: expect.stringMatching(/The engine ended: .*\n$/) });
  const client = new EngineClient({
    ingress: env.LOADOUT_ENGINE,
    admin: env.LOADOUT_ENGINE_ADMIN,
    keyFile: join(dir, 'state/loadout/engine/key'),
  });
  await expect(client.runs()).rejects.toMatchObject({ code: 'ENGINE_UNREACHABLE' });
  const second = await open();
  const found = await until(async () => (await client.runs())[0]);
  expect(found).toMatchObject({ agent: 'one', state: 'ended' });
  // The command is killed, and its server stays.
  second.kill('SIGKILL');
  await second.finished;
  const third = await start(['engine', 'dev', '--port', port, '--admin-port', admin, '--dir', 'engine']);
  const { stderr: refused } = await third.finished;
  const pid = Number(/End it first: kill (\d+)/.exec(refused)?.[1]);
  expect(pid, refused).toBeGreaterThan(1);
  process.kill(pid, 'SIGTERM');
  await until(() => isOver(pid) || undefined);
  await open();
});
