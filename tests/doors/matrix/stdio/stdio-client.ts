import { scripted } from '../../../cli/scripted.js';
import { SLEEP_FILES, type Started } from './started.js';

/** A client that starts the command and talks to it over its standard input and output. */
export interface StdioClient {
  readonly name: string;
  readonly argv: readonly string[];
  /** Connects the client of the protocol to a command that has started. */
  connect(at: Started): Promise<Connected>;
  /** Lines that no client of the protocol writes, and after which the command still serves. */
  readonly nonsense: readonly (string | Buffer)[];
  /** Whether one process has many sessions. */
  readonly hasSessions: boolean;
  /** Whether the end of the input ends what is under way. Otherwise only a client that is gone does. */
  readonly endsWithInput: boolean;
}

export interface Connected {
  /** Sends a prompt in the session of the client, and returns the answer, or `aborted`. */
  ask(prompt: string): Promise<string>;
  /** Sends a prompt in a session of its own. */
  askAnew(prompt: string): Promise<string>;
  /** Takes the prompt back that is under way. */
  abort(): Promise<void>;
}

/** A project whose agent may run commands. */
export const matrixProject = (turns: readonly object[]): string =>
  scripted({
    turns,
    config: { sessions: { dir: '.sessions' }, permissions: { allow: ['Bash'] } },
    files: SLEEP_FILES,
  });

/** Lines that no protocol of lines of JSON has. */
export const NO_PROTOCOL: readonly (string | Buffer)[] = [
  '[]\n',
  '7\n',
  '{}\n',
  `{"jsonrpc":"2.0","id":"${'i'.repeat(1_000_000)}","method":"no/such/method"}\n`,
  `{"jsonrpc":"2.0","id":1e999,"method":"no/such/method","params":{}}\n`,
  `{"jsonrpc":"2.0","id":"__proto__","method":"constructor","params":{"__proto__":{"a":1}}}\n`,
  `{"jsonrpc":"2.0","method":"no/such/method","params":${'['.repeat(200_000)}${']'.repeat(200_000)}}\n`,
  `{"jsonrpc":"2.0","id":"deep","method":"session/prompt","params":{"sessionId":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}}\n`,
  Buffer.concat([
    Buffer.from('{"jsonrpc":"2.0","id":"torn","method":"'),
    Buffer.from([0xff, 0xc3, 0x28, 0xf0]),
    Buffer.from('"}\n'),
  ]),
];
