import { Buffer } from 'buffer';

globalThis.Buffer ??= Buffer;
globalThis.global ??= globalThis;
globalThis.setImmediate ??= (call, ...given) => setTimeout(call, 0, ...given);
/** A process of Node on Linux, as far as the checker asks for one. */
const process = {
  platform: 'linux',
  arch: 'x64',
  version: 'v20.19.0',
  versions: { node: '20.19.0' },
  env: {},
  argv: ['node', 'loadout'],
  execArgv: [],
  execPath: '/usr/bin/node',
  pid: 1,
  stdout: { isTTY: false },
  stderr: { isTTY: false },
  stdin: { isTTY: false },
  features: { require_module: true },
  cwd: () => '/project',
  getuid: () => 1000,
  getgid: () => 1000,
  umask: () => 0o22,
  hrtime: Object.assign(() => [0, 0], { bigint: () => 0n }),
  memoryUsage: () => ({ rss: 0 }),
  uptime: () => 0,
  nextTick: (call, ...given) => queueMicrotask(() => call(...given)),
  emitWarning() {},
  on() {},
  once() {},
  off() {},
  removeListener() {},
  exit() {},
};
globalThis.process = process;

export { Buffer, process };

export default process;
