import { Writable } from 'node:stream';

/** The process that an engine runs in: its streams, as the `loadout` command hands them over. */
export interface EngineProcess {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: AsyncIterable<Buffer | string> & { readonly isTTY?: boolean | undefined };
  /** Standard output, for a text. */
  out(text: string): void;
  /** Standard output, for one frame. `done` is called when it has been taken, or is lost. */
  frame(text: string, done: (error?: Error | null) => void): void;
  /** Standard error. */
  tell(text: string): void;
  /** Stops printing, because nobody reads standard output any more. */
  close(): void;
  whenClosed(action: () => void): void;
}

/** Standard output as a stream of frames. Secrets are removed from frames as from all output. */
export const takeOutput = (io: Pick<EngineProcess, 'frame'>): Writable =>
  new Writable({
    decodeStrings: false,
    write: (frame: string | Buffer, _encoding, done) => io.frame(frame.toString(), done),
  });
