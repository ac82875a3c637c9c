import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';

export interface Call {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

interface End {
  readonly code: number | null;
  readonly signal: string | null;
}

export interface Heard {
  stdout(text: string): void;
  stderr(text: string): void;
}

/** A command that runs, with its standard input. */
export interface Running {
  readonly pid: number;
  write(input: string | Buffer): void;
  closeInput(): void;
  kill(signal: NodeJS.Signals): void;
  readonly finished: Promise<End>;
}

/** A line that a host writes. `last`: the host ends with this call. */
type Told = { readonly stdout: string } | { readonly stderr: string } | { readonly code: number; readonly last: boolean };

const PROGRAM = fileURLToPath(new URL('./host.mjs', import.meta.url));

/** The descriptor to which a host writes its lines. */
const LINES = 4;

/** The hosts that wait for a call. They end with this process. */
const idle: ChildProcess[] = [];

/** Starts the built command in a process that has run it before, which takes a tenth of the time of a start. */
export function startWarm(call: Call, heard: Heard): Running {
  const late = Object.keys(call.env).find((name) => name.startsWith('NODE_'));
  if (late !== undefined) throw new Error(`Node reads ${late} when it starts, so the call needs a process of its own.`);
  const host = idle.pop() ?? startHost();
  hold(host, true);
  let isOver = false;
  const finished = endOf(host, heard).finally(() => {
    isOver = true;
  });
  host.send(call);
  // A host that has just ended takes no more input, like any process. One whose call is over belongs to the next call.
  const send = (message: object) => void (!isOver && host.connected && host.send(message, () => {}));
  return {
    pid: host.pid ?? 0,
    write: (input) => send({ input }),
    closeInput: () => send({ input: null }),
    kill: (signal) => void (isOver || host.kill(signal)),
    finished,
  };
}

function startHost(): ChildProcess {
  const env = { PATH: process.env.PATH ?? '' };
  const stdio = ['ignore', 'inherit', 'inherit', 'ipc', 'pipe'] as const;
  const host = fork(PROGRAM, { execArgv: [], env, serialization: 'advanced', stdio: [...stdio] });
  linesOf(host).setEncoding('utf8');
  host.once('exit', () => {
    if (idle.includes(host)) idle.splice(idle.indexOf(host), 1);
  });
  return host;
}

/** While it waits for a call, a host does not keep this process alive. */
function hold(host: ChildProcess, held: boolean): void {
  for (const part of [host, host.channel, linesOf(host)]) part?.[held ? 'ref' : 'unref']();
}

const linesOf = (host: ChildProcess) => host.stdio[LINES] as Socket;

function endOf(host: ChildProcess, heard: Heard): Promise<End> {
  const lines = linesOf(host);
  return new Promise((resolve) => {
    const onLine = (told: Told) => {
      if ('stdout' in told) heard.stdout(told.stdout);
      else if ('stderr' in told) heard.stderr(told.stderr);
      else finish({ code: told.code, signal: null }, !told.last);
    };
    const onText = splitLines((line) => onLine(JSON.parse(line)));
    const onClose = (code: number | null, signal: string | null) => finish({ code, signal }, false);
    const finish = (end: End, isFree: boolean) => {
      lines.off('data', onText);
      host.off('close', onClose);
      hold(host, false);
      if (isFree) idle.push(host);
      resolve(end);
    };
    lines.on('data', onText);
    host.on('close', onClose);
  });
}

function splitLines(take: (line: string) => void): (text: string) => void {
  let rest = '';
  return (text) => {
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    for (const part of parts) take(part);
  };
}
