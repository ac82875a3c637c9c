/**
 * A process that runs the built command many times, one call after another, with the command's own modules loaded once. Each call
 * has its folder, its environment, its streams, its exit code and its own copy of every module outside of this repository.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { writeSync } from 'node:fs';
import module, { createRequire, register } from 'node:module';
import { Readable, Writable } from 'node:stream';

const PROGRAM = new URL('../../../packages/cli/bin/loadout.js', import.meta.url);
const MAIN = new URL('../../../packages/cli/dist/main.js', import.meta.url);
const ROOT = new URL('../../../', import.meta.url);
/** The descriptor to which each answer is written, as one line. */
const ANSWERS = 4;

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
process.on('uncaughtException', crash);
process.on('disconnect', () => own.exit());
process.on('message', (words) => void calls.run(new Call(words), start));
const listeners = new Map(process.eventNames().map((event) => [event, new Set(process.listeners(event))]));

let running;

class Call {
  constructor(words) {
    this.words = words;
    this.text = { stdout: '', stderr: '' };
    this.stdin = Readable.from(words.stdin === '' ? [] : [Buffer.from(words.stdin)]);
    this.stdout = this.#sink('stdout');
    this.stderr = this.#sink('stderr');
  }

  #sink(name) {
    return new Writable({
      decodeStrings: false,
      write: (chunk, _, done) => {
        this.text[name] += chunk;
        done();
      },
    });
  }
}

async function start() {
  running = calls.getStore();
  const { argv, cwd, env } = running.words;
  number[0] += 1;
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  process.argv = [process.execPath, PROGRAM.pathname, ...argv];
  process.exitCode = undefined;
  try {
    await import(`${MAIN.href}?call=${number[0]}`);
    end(process.exitCode, false);
  } catch (error) {
    crash(error);
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
  const { text } = running;
  running = undefined;
  for (const event of process.eventNames())
    for (const listener of process.listeners(event)) if (!listeners.get(event)?.has(listener)) process.off(event, listener);
  globalThis.console = own.console;
  const { cache } = createRequire(import.meta.url);
  for (const file of Object.keys(cache)) if (!file.startsWith(ROOT.pathname)) delete cache[file];
  // The last answer must be out before the process ends, and no code of the call may run in between.
  writeSync(ANSWERS, `${JSON.stringify({ code, ...text, last })}\n`);
  if (last) own.exit();
}

/** No code of a call runs after its `process.exit`: the host ends with it. The exit of a call that is over comes too late. */
function exit(code = process.exitCode) {
  if (running !== undefined && (calls.getStore() ?? running) === running) end(code, true);
}

/** Node ends a process in this way, unless the command listens for it. */
function crash(error) {
  if (running === undefined || process.listenerCount('uncaughtException') > 1) return;
  running.text.stderr += `${error?.stack ?? error}\n`;
  finish(1, true);
}
