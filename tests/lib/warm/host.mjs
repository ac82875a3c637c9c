/**
 * A process that runs the built command many times, one call after another, with the command's own modules loaded once. Each call
 * has its folder, its environment, its streams, its exit code and its own copy of every module outside of this repository.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { writeSync } from 'node:fs';
import module, { createRequire, register } from 'node:module';
import { Readable, Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

const PROGRAM = new URL('../../../packages/cli/bin/loadout.js', import.meta.url);
const MAIN = new URL('../../../packages/cli/dist/main.js', import.meta.url);
const ROOT = new URL('../../../', import.meta.url);
/** The descriptor for what the command prints and for its exit code: a line of JSON each. */
const LINES = 4;

/** The call that runs, and the call that a piece of code belongs to. */
let running;
const calls = new AsyncLocalStorage();
const number = new Int32Array(new SharedArrayBuffer(4));
register('./fresh-modules.mjs', import.meta.url, { data: { number, root: ROOT.href } });

// Compiled code would be stored in the folder of the first call.
delete module.enableCompileCache;

const own = { console: globalThis.console, exit: process.exit.bind(process) };
for (const name of ['stdin', 'stdout', 'stderr']) {
  const real = process[name];
  Object.defineProperty(process, name, { get: () => (calls.getStore() ?? running)?.[name] ?? real, configurable: true });
}
process.exit = exit;
process.on('uncaughtExceptionMonitor', crash);
process.on('disconnect', () => own.exit());
process.on('message', (message) => {
  if ('argv' in message) void calls.run(new Call(message), start);
  else if (running !== undefined) calls.run(running, () => running.stdin.push(message.input));
});
/** Between two calls, a fault of one that is over ends nothing. During a call, its own listeners are the only ones. */
const ignore = () => {};
const listeners = new Map(process.eventNames().map((event) => [event, new Set(process.listeners(event))]));

class Call {
  constructor(words) {
    this.words = words;
    this.stdin = new Readable({ read: () => {} });
    this.stdout = sink((text) => this.#tell({ stdout: text }));
    this.stderr = sink((text) => this.#tell({ stderr: text }));
  }

  /** Nobody hears a call that is over. */
  #tell(told) {
    if (running === this) tell(told);
  }
}

function sink(take) {
  const decoder = new StringDecoder('utf8');
  return new Writable({
    decodeStrings: false,
    write: (chunk, _, done) => {
      take(typeof chunk === 'string' ? chunk : decoder.write(chunk));
      done();
    },
  });
}

/** Writes at once, so that the last line is out before the process ends, and no code of the call runs in between. */
const tell = (told) => writeSync(LINES, `${JSON.stringify(told)}\n`);

async function start() {
  running = calls.getStore();
  const { argv, cwd, env } = running.words;
  number[0] += 1;
  process.off('uncaughtException', ignore);
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  process.argv = [process.execPath, PROGRAM.pathname, ...argv];
  process.exitCode = undefined;
  try {
    await import(`${MAIN.href}?call=${number[0]}`);
    end(process.exitCode, false);
  } catch (error) {
    fail(error);
  }
}

/** Ends the call as Node ends a process: listeners of the end may set another code. */
function end(code, last) {
  process.exitCode = code ?? 0;
  process.emit('exit', process.exitCode);
  finish(process.exitCode, last);
}

/** Sends the result, and removes what the call has left: listeners, its console, modules that it required. */
function finish(code, last) {
  running = undefined;
  for (const event of process.eventNames())
    for (const listener of process.listeners(event)) if (!listeners.get(event)?.has(listener)) process.off(event, listener);
  process.on('uncaughtException', ignore);
  globalThis.console = own.console;
  const { cache } = createRequire(import.meta.url);
  for (const file of Object.keys(cache)) if (!file.startsWith(ROOT.pathname)) delete cache[file];
  tell({ code, last });
  if (last) own.exit();
}

/** No code of a call runs after its `process.exit`: the host ends with it. The exit of a call that is over comes too late. */
function exit(code = process.exitCode) {
  if (running !== undefined && (calls.getStore() ?? running) === running) end(code, true);
}

/** A command that listens for exceptions goes on after them. */
function crash(error) {
  if (running !== undefined && process.listenerCount('uncaughtException') === 0) fail(error);
}

/** Node ends a process in this way. */
function fail(error) {
  tell({ stderr: `${error?.stack ?? error}\n` });
  finish(1, true);
}
