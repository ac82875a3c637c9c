import { Io } from '../io.js';

/** An `Io` on a terminal at which a person types these pieces. For tests. */
export function typed(...pieces: readonly string[]): { readonly io: Io; readonly told: () => string } {
  const told: string[] = [];
  async function* input() {
    for (const piece of pieces) yield Buffer.from(piece);
  }
  const sink = { write: (text: string) => told.push(text), isTTY: true };
  const stdin = Object.assign(input(), { isTTY: true });
  const io = new Io({ cwd: '/nowhere', env: { NO_COLOR: '1' }, stdin, stdout: sink, stderr: sink });
  return { io, told: () => told.join('') };
}
