import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { bin, environmentOf, project, root } from '../lib/loadout.js';
import { freePorts } from './engine-server.test-kit.js';
import { until } from './until.js';

interface Service {
  readonly environment: Readonly<Record<string, string>>;
  readonly command?: readonly string[];
}

const { services } = parse(readFileSync(join(root, 'deploy/compose.yaml'), 'utf8'), { merge: true }) as {
  services: Readonly<Record<'engine' | 'worker' | 'http', Service>>;
};

const TOKEN = 'a-token-of-the-test';
/** An address of this machine alone that counts as one of others, as that of a container does. */
const OTHER = '127.0.0.2';

function start(command: string, args: readonly string[], { cwd, env }: { readonly cwd: string; readonly env: object }) {
  const child: ChildProcess = spawn(command, args, { cwd, env: env as NodeJS.ProcessEnv, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = once(child, 'close');
  onTestFinished(async () => {
    if (child.exitCode === null) child.kill('SIGTERM');
    await ended;
  });
  return { said: () => said, isOver: () => child.exitCode !== null };
}

const isReady = async (url: string): Promise<true | undefined> => (await fetch(url)).ok || undefined;

it('the services of the compose file find each other, and a request over HTTP is a run of a worker (N3)', async () => {
  const [runs = 0, admin = 0, node = 0, workerPort = 0, http = 0] = await freePorts(5);
  const folder = project({});
  execFileSync(join(root, 'deploy/make-keys.sh'), { cwd: folder, stdio: 'ignore' });
  cpSync(join(root, 'deploy/project'), join(folder, 'work'), { recursive: true });
  writeFileSync(join(folder, 'loadout'), `#!/bin/sh\nexec ${process.execPath} ${bin} "$@"\n`, { mode: 0o755 });
  /** The words of the file with the addresses, ports and files of this machine. */
  const here = (text: string) =>
    text
      .replaceAll('http://engine:8080', `http://127.0.0.1:${runs}`)
      .replaceAll('http://engine:9070', `http://127.0.0.1:${admin}`)
      .replaceAll('/run/secrets', join(folder, 'keys'))
      .replaceAll('/restate-data', join(folder, 'restate-data'))
      .replaceAll('$$(hostname):9180', `${OTHER}:${workerPort}`)
      .replaceAll('9180', String(workerPort))
      .replaceAll('8090', String(http))
      .replaceAll('0.0.0.0', OTHER)
      .replace(/^\$\{LOADOUT_HTTP_TOKEN:.*/, TOKEN)
      .replace(/^\$\{\w+:-\}$/, '');
  const variables = (service: Service) =>
    Object.fromEntries(Object.entries(service.environment).map(([name, value]) => [name, here(value)]));
  const own = environmentOf({ cwd: folder });
  const envOf = (service: Service) => ({ ...own, ...variables(service), PATH: `${folder}:${own.PATH}` });
  const cwd = join(folder, 'work');

  const engine = start(join(import.meta.dirname, 'node_modules/.bin/restate-server'), [], {
    cwd: folder,
    env: {
      ...envOf(services.engine),
      RESTATE_INGRESS__BIND_ADDRESS: `127.0.0.1:${runs}`,
      RESTATE_ADMIN__BIND_ADDRESS: `127.0.0.1:${admin}`,
      RESTATE_BIND_ADDRESS: `127.0.0.1:${node}`,
      RESTATE_DEFAULT_NUM_PARTITIONS: '4',
    },
  });
  await until(async () => engine.isOver() || (await isReady(`http://127.0.0.1:${admin}/health`)));
  expect(engine.isOver(), engine.said()).toBe(false);
  const [script = ''] = services.worker.command ?? [];
  const worker = start('sh', ['-c', here(script)], { cwd, env: envOf(services.worker) });
  await until(() => worker.said().includes('Serving 1 agent') || worker.isOver() || undefined);
  expect(worker.said()).toContain(`Serving 1 agent at http://${OTHER}:${workerPort}`);
  const server = start('loadout', (services.http.command ?? []).map(here), { cwd, env: envOf(services.http) });
  const at = `http://${OTHER}:${http}`;
  await until(async () => server.isOver() || (await isReady(`${at}/ready`)));

  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
  const made = await fetch(`${at}/runs`, { method: 'POST', headers, body: JSON.stringify({ prompt: 'Hello.' }) });
  expect(made.status, server.said()).toBe(202);
  const { id } = (await made.json()) as { id: string };
  const outcome = async () => {
    const run = (await (await fetch(`${at}/runs/${id}`, { headers })).json()) as { result?: { outcome: string } };
    return run.result?.outcome;
  };
  expect(await until(outcome)).toBe('success');
});
