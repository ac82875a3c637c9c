import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';

interface Call {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: string;
}

interface Answer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface HostAnswer extends Answer {
  /** The host ends with this call. */
  readonly last: boolean;
}

const PROGRAM = fileURLToPath(new URL('./host.mjs', import.meta.url));

/** The descriptor of a host from which its answers come, one a line. */
const ANSWERS = 4;

/** The hosts that wait for a call. They end with this process. */
const idle: ChildProcess[] = [];

/** Runs the built command in a process that has run it before, which takes a tenth of the time of a start. */
export async function runWarm(call: Call): Promise<Answer> {
  const late = Object.keys(call.env).find((name) => name.startsWith('NODE_'));
  if (late !== undefined) throw new Error(`Node reads ${late} when it starts, so the call needs a process: loadoutProcess.`);
  const host = idle.pop() ?? startHost();
  hold(host, true);
  const { last, ...answer } = await answerOf(host, call);
  hold(host, false);
  if (!last) idle.push(host);
  return answer;
}

function startHost(): ChildProcess {
  const env = { PATH: process.env.PATH ?? '' };
  return fork(PROGRAM, { execArgv: [], env, stdio: ['ignore', 'inherit', 'inherit', 'ipc', 'pipe'] });
}

/** While it waits for a call, a host does not keep this process alive. */
function hold(host: ChildProcess, held: boolean): void {
  for (const part of [host, host.channel, host.stdio[ANSWERS] as Socket]) part?.[held ? 'ref' : 'unref']();
}

function answerOf(host: ChildProcess, call: Call): Promise<HostAnswer> {
  const answers = (host.stdio[ANSWERS] as Socket).setEncoding('utf8');
  return new Promise((resolve, reject) => {
    let text = '';
    const onText = (more: string) => {
      text += more;
      if (!text.endsWith('\n')) return;
      answers.off('data', onText);
      host.off('close', onClose);
      resolve(JSON.parse(text));
    };
    const onClose = (code: number | null, signal: string | null) =>
      reject(new Error(`The host of the call ${call.argv.join(' ')} ended with ${signal ?? code} and without an answer.`));
    answers.on('data', onText);
    host.on('close', onClose).send(call);
  });
}
