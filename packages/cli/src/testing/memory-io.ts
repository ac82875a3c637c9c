import { Io } from '../io.js';

export interface MemoryIo {
  readonly io: Io;
  /** The written text: both streams in order, and `out` and `told` separately. */
  readonly written: () => { readonly all: string; readonly out: string; readonly told: string };
}

/** An `Io` whose streams are kept in memory. For tests. */
export function memoryIo(
  options: {
    readonly isTerminal?: boolean;
    readonly columns?: number;
    readonly cwd?: string;
    readonly env?: Readonly<Record<string, string | undefined>>;
    readonly stdin?: string;
    readonly stdinIsTerminal?: boolean;
  } = {},
): MemoryIo {
  const pieces: { readonly to: 'out' | 'told'; readonly text: string }[] = [];
  const sink = (to: 'out' | 'told') => ({
    write: (text: string) => pieces.push({ to, text }),
    isTTY: options.isTerminal ?? false,
    columns: options.columns,
  });
  async function* input() {
    if (options.stdin !== undefined) yield options.stdin;
  }
  const io = new Io({
    cwd: options.cwd ?? '/nowhere',
    env: options.env ?? {},
    stdin: Object.assign(input(), { isTTY: options.stdinIsTerminal ?? false }),
    stdout: sink('out'),
    stderr: sink('told'),
  });
  const textOf = (to?: string) =>
    pieces
      .filter((piece) => to === undefined || piece.to === to)
      .map((piece) => piece.text)
      .join('');
  return { io, written: () => ({ all: textOf(), out: textOf('out'), told: textOf('told') }) };
}
