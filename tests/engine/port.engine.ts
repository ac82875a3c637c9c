import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { EngineKey } from '../../packages/engine-restate/src/door/engine-key.js';
import { workerCertificate } from '../../packages/engine-restate/src/door/worker-certificate.js';
import { freePorts } from './engine-server.test-kit.js';
import { startFarm } from './farm.test-kit.js';
import { until } from './until.js';

/** A server that takes whatever it is sent: as a worker with another key, as one that does not encrypt, or as one that only reads. */
const STRANGER = `import { createSecureServer, createServer } from 'node:http2';
import { createServer as createReader } from 'node:net';
const [kind, port, key, cert] = process.argv.slice(2);
const says = (what) => process.stdout.write(what + '\\n');
const answer = (request, response) => {
  says('REQUEST ' + request.url + JSON.stringify(request.headers));
  request.on('data', (data) => says(data.toString('latin1')));
  response.writeHead(200).end('{}');
};
const kinds = {
  proven: () => createSecureServer({ key, cert, allowHTTP1: true }, answer),
  plain: () => createServer(answer),
  reads: () => createReader((socket) => socket.on('error', () => {}).on('data', (data) => says(data.toString('latin1')))),
};
kinds[kind]().on('connection', () => says('CONNECTION ' + process.getuid())).listen(Number(port), '127.0.0.1', () => says('LISTENING'));
`;

/** The user of a stranger. Only root can start it as somebody else; the certificate says the same for everybody. */
const USER = process.getuid?.() === 0 ? 65534 : process.getuid?.();
const AS_USER = USER === 65534 ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : [];

/** Takes a port. */
async function strangerAt(port: number, { kind, dir }: { readonly kind: string; readonly dir: string }) {
  const script = join(dir, 'stranger/stranger.mjs');
  mkdirSync(dirname(script), { recursive: true });
  writeFileSync(script, STRANGER);
  chmodSync(dir, 0o755);
  const { key, cert } = workerCertificate(new EngineKey('another key of forty characters or more!', 'a test'));
  const [command = '', ...args] = [...AS_USER, process.execPath, script, kind, String(port), key, cert];
  const stranger = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let told = '';
  stranger.stdout.setEncoding('latin1').on('data', (text: string) => {
    told += text;
  });
  const end = () =>
    new Promise<void>((resolve) => {
      if (stranger.exitCode !== null || stranger.signalCode !== null) return resolve();
      stranger.once('exit', () => resolve());
      stranger.kill('SIGKILL');
    });
  onTestFinished(end);
  await until(() => told.includes('LISTENING') || undefined);
  return { told: () => told, end };
}

/** Whether a stranger got anything but the beginning of TLS. */
const isTold = (told: string) =>
  ['REQUEST', 'hidden', 'PRI * HTTP/2', 'jwt', 'loadout', 'hold', 'five'].some((word) => told.includes(word));

it('a program that takes the port of a killed worker gets no prompt, no record and no signature (N3)', async () => {
  const farm = await startFarm();
  const [port = 0] = await freePorts(1);
  const worker = await farm.work({ port });
  const held = (await farm.command('submit', 'hold', 'the hidden prompt')).trim();
  await until(() => farm.effects()[0]);
  worker.kill('SIGKILL');
  await worker.finished;
  const next = (await farm.command('submit', 'five', 'the hidden prompt')).trim();
  for (const kind of ['proven', 'plain', 'reads']) {
    const stranger = await strangerAt(port, { kind, dir: farm.dir });
    // Both runs knock, or one has been let in.
    await until(() => (stranger.told().split(`CONNECTION ${USER}`).length > 2 || isTold(stranger.told()) ? true : undefined));
    await stranger.end();
    expect(isTold(stranger.told()), `${kind}: ${stranger.told()}`).toBe(false);
  }
  writeFileSync(join(farm.dir, 'go'), '');
  await farm.work({ port });
  for (const run of [held, next]) await until(async () => ((await farm.client.run(run)).state === 'ended' ? true : undefined));
  expect(readFileSync(join(farm.dir, 'effects'), 'utf8')).toContain(held);
});

it('a worker that starts at a taken port says so, and registers nothing (N3)', async () => {
  const farm = await startFarm();
  const [port = 0] = await freePorts(1);
  await strangerAt(port, { kind: 'reads', dir: farm.dir });
  await expect(farm.work({ port })).rejects.toThrow(/port/);
});
