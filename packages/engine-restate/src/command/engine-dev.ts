import { resolve } from 'node:path';
import { defineCommand } from '@loadout/core/commands';
import { engineDir, keyFile } from '../engine/engine-place.js';
import { startServer } from '../worker/start-server.js';

const definition = {
  name: 'engine dev',
  group: 'more',
  summary: 'Start the engine on this machine, to try agents on several workers.',
  positionals: [],
  flags: [
    { name: 'port', value: 'PORT', form: 'port', help: 'The port for runs. Default: 8080.' },
    { name: 'admin-port', value: 'PORT', form: 'port', help: 'The port of the administration. Default: 9070.' },
    { name: 'dir', value: 'DIR', help: 'The folder for its data. Default: a folder in the state folder of Loadout.' },
  ],
  details: [
    'The server is Restate, which npm ships as @restatedev/restate-server. It listens on sockets that only you can reach. The ports in front of them, on 127.0.0.1, answer only requests with the key.',
    'The key is the file of LOADOUT_ENGINE_KEY_FILE, by default a file in the state folder of Loadout that only you can read. The command makes it.',
  ],
  examples: ['--dir .engine'],
} as const;

export default defineCommand(definition, async ({ flags }, host) => {
  const { cwd, env, signal } = host;
  const server = await startServer({
    dir: flags.dir === undefined ? engineDir(env) : resolve(cwd, flags.dir),
    port: Number(flags.port ?? 8080),
    adminPort: Number(flags['admin-port'] ?? 9070),
    keyFile: keyFile(env),
    // The folder that the command is called in may be anybody's: its packages are not looked at.
    from: [],
    env,
  });
  if (signal.aborted) void server.stop();
  signal.addEventListener('abort', () => void server.stop(), { once: true });
  host.tell(`The engine runs. Start a worker with: ${host.called} worker\n`);
  if (flags.port !== undefined || flags['admin-port'] !== undefined)
    host.tell(`Set LOADOUT_ENGINE=${server.ingress} LOADOUT_ENGINE_ADMIN=${server.admin}\n`);
  host.tell(`The engine ended: ${await server.ended}\n`);
  return 0;
});
