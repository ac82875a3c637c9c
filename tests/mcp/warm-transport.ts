import { PassThrough } from 'node:stream';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { type Call, type Running, startWarm } from '../lib/warm/warm-command.js';

/** Standard input and output of a command that runs in a process that has run it before. */
export class WarmTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly stderr = new PassThrough();
  readonly #call: Call;
  #running: Running | undefined;
  #rest = '';
  #taken: Promise<void> = Promise.resolve();

  constructor(call: Call) {
    this.#call = call;
  }

  async start(): Promise<void> {
    const stdout = (text: string) => this.#read(text);
    this.#running = startWarm(this.#call, { stdout, stderr: (text) => void this.stderr.write(text) });
    void this.#running.finished.then(() => this.#taken).then(() => this.onclose?.());
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#running?.write(`${JSON.stringify(message)}\n`);
  }

  async close(): Promise<void> {
    this.#running?.closeInput();
    await this.#running?.finished;
  }

  #read(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    // The client forgets the progress of a call at its result, so a message that came with the result is heard before it.
    for (const line of lines) this.#taken = this.#taken.then(() => turn()).then(() => this.#take(line));
  }

  #take(line: string): void {
    try {
      this.onmessage?.(JSON.parse(line));
    } catch (error) {
      this.onerror?.(error as Error);
    }
  }
}

/** Lets everything run that waits for promises alone. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
