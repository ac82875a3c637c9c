import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, watch, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { being, type Context, doing, type Fault } from './fault.fixture.js';

const EARLY = 'does nothing before the decision';
const LEFT = 'leaves nothing running';
const END = 'comes to an end';
const env = { PATH: process.env.PATH ?? '' };
const access = (_: unknown, { cwd }: Context) => [{ kind: 'read', path: join(cwd, 'a.txt') }];
const forever = () => new Promise<never>(() => {});
const spin = () => {
  for (;;);
};

/** Faults of the functions around the call, and of what remains after it. */
export const EARLY_AND_LATE: Readonly<Record<string, readonly Fault[]>> = {
  'access with effects': [
    [
      'access writes a file',
      ({ outside }) => ({
        tool: {
          access: (_: unknown, context: Context) => [writeFileSync(join(outside, 'a'), ''), ...access(_, context)].slice(1),
        },
      }),
      EARLY,
      /access writes/,
    ],
    [
      'access starts a program',
      being({ access: (_: unknown, context: Context) => [spawnSync('true', { env }), ...access(_, context)].slice(1) }),
      EARLY,
      /access starts true/,
    ],
    [
      'access asks a server',
      ({ url }) => ({
        tool: {
          async access(_: unknown, context: Context) {
            await fetch(url);
            return access(_, context);
          },
        },
      }),
      EARLY,
      /access asks/,
    ],
    [
      'access prints',
      being({ access: (_: unknown, context: Context) => [console.log('x'), ...access(_, context)].slice(1) }),
      EARLY,
      /access prints "x"/,
    ],
  ],
  'validateInput and flags with effects': [
    [
      'validateInput writes a file',
      ({ outside }) => ({ tool: { validateInput: () => writeFileSync(join(outside, 'v'), '') } }),
      EARLY,
      /validateInput writes/,
    ],
    [
      'validateInput reads a file elsewhere',
      ({ outside }) => ({ tool: { validateInput: () => void readFileSync(join(outside, 'secret.txt')) } }),
      EARLY,
      /validateInput reads .*secret/,
    ],
    [
      'isReadOnly starts a program',
      being({ isReadOnly: () => spawnSync('true', { env }).status === 1 }),
      EARLY,
      /isReadOnly starts true/,
    ],
    [
      'isConcurrencySafe sets a variable',
      being({ isConcurrencySafe: () => delete process.env.NONE_X }),
      EARLY,
      /isConcurrencySafe removes the variable/,
    ],
    [
      'obstacle asks a server',
      ({ url }) => ({
        tool: { obstacle: async () => void (await fetch(url)) },
      }),
      EARLY,
      /obstacle asks/,
    ],
    [
      'a refusal prints',
      being(
        { validateInput: ({ file }: { file: string }) => (file === 'bad' ? String(console.log('bad')) : undefined) },
        { invalid: [{ input: { file: 'bad' } }] },
      ),
      'refuses {"file":"bad"}',
      /validateInput prints "bad"/,
    ],
  ],
  'timers left': [
    ['a timer of a call runs on', doing(() => void setTimeout(() => {}, 2_000)), LEFT, /a timer/],
    [
      'an interval of a call runs on',
      doing(() => {
        const interval = setInterval(() => {}, 1_000);
        setTimeout(() => clearInterval(interval), 2_000).unref();
      }),
      LEFT,
      /a timer/,
    ],
    [
      'a limit of a call is not lifted',
      doing(() => void Promise.race([1, new Promise((_, reject) => setTimeout(reject, 2_000)).catch(() => {})])),
      LEFT,
      /a timer/,
    ],
    [
      'a watcher of a call stays',
      doing(({ cwd }) => {
        const watcher = watch(cwd);
        setTimeout(() => watcher.close(), 1_000).unref();
      }),
      LEFT,
      /file watcher/,
    ],
    [
      'a server of a call stays',
      doing(async () => {
        const server = createServer();
        await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
        setTimeout(() => server.close(), 1_000).unref();
      }),
      LEFT,
      /a server/,
    ],
  ],
  'children left': [
    ['a child runs on', doing(() => void spawn('sleep', ['1.11'], { env, stdio: 'ignore' })), LEFT, /child process sleep/],
    [
      'a child that nobody waits for runs on',
      doing(() => spawn('sleep', ['1.12'], { env, stdio: 'ignore', detached: true }).unref()),
      LEFT,
      /child process sleep/,
    ],
    [
      'a child of a child runs on',
      doing(({ cwd }) => spawnSync('sh', ['-c', 'sleep 1.13 >/dev/null 2>&1 &'], { env, cwd })),
      LEFT,
      /sleep 1\.13, which a child process started/,
    ],
    [
      'a worker runs on',
      doing(() => {
        const worker = new Worker('setTimeout(() => {}, 2000)', { eval: true });
        setTimeout(() => void worker.terminate(), 1_500).unref();
      }),
      LEFT,
      /a worker/,
    ],
    [
      'a child survives the abort',
      being({
        call: (_: unknown, { signal }: Context) =>
          new Promise((resolve) => {
            const child = spawn('sleep', ['0.4'], { env, stdio: 'ignore' });
            signal.addEventListener('abort', () => resolve('hello'));
            child.on('exit', () => resolve('hello'));
          }),
      }),
      'stops when it is aborted while it runs',
      /child process sleep/,
    ],
  ],
  'no end': [
    ['a call never answers', being({ call: forever }, { limitMs: 100 }), END, /call has not ended after 100 ms/],
    ['a call never returns', being({ call: spin }, { limitMs: 100, abortGraceMs: 50 }), END, /call has not ended after 100 ms/],
    [
      'a call waits for a program for hours',
      being({ call: () => String(spawnSync('sleep', ['1000'], { env })) }, { limitMs: 100, abortGraceMs: 50 }),
      END,
      /call has not ended/,
    ],
    ['validateInput never answers', being({ validateInput: forever }, { limitMs: 100 }), END, /validateInput has not ended/],
    ['access never answers', being({ access: forever }, { limitMs: 100 }), END, /access has not ended/],
    ['isReadOnly never returns', being({ isReadOnly: spin }, { limitMs: 100 }), END, /isReadOnly has not ended/],
    ['obstacle never answers', being({ obstacle: forever }, { limitMs: 100 }), END, /obstacle has not ended/],
  ],
};
