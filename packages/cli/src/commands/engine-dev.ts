import { resolve } from 'node:path';
import { printable } from '@loadout/command';
import type { engineDev } from '../arguments/engine-definitions.js';
import { engineDir, keyFile, loadEnginePackage } from '../load/engine-package.js';
import { readPort } from '../serve/read-port.js';
import { onInterrupt } from '../signals/on-interrupt.js';
import type { Command } from './command.js';

export const execute: Command<typeof engineDev> = async ({ flags }, io) => {
  const { startServer } = await loadEnginePackage('loadout engine dev');
  const portOf = (value: string | undefined, fallback: number) => (value === undefined ? fallback : readPort(value));
  const server = await startServer({
    dir: flags.dir === undefined ? engineDir(io.env) : resolve(io.cwd, flags.dir),
    port: portOf(flags.port, 8080),
    adminPort: portOf(flags['admin-port'], 9070),
    keyFile: keyFile(io.env),
    from: [io.cwd],
    env: io.env,
  });
  const { release } = onInterrupt(io, () => void server.stop());
  io.tell(`The engine runs. Start a worker with: loadout worker\n`);
  if (flags.port !== undefined || flags['admin-port'] !== undefined)
    io.tell(`Set LOADOUT_ENGINE=${server.ingress} LOADOUT_ENGINE_ADMIN=${server.admin}\n`);
  const reason = await server.ended;
  release();
  io.tell(`The engine ended: ${printable(reason)}\n`);
  return 0;
};
