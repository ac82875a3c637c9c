import { Io } from '../io.js';

/** A pattern and the keys that are typed when the terminal shows a match behind the match of the previous step. */
export type Keys = readonly [shown: RegExp, keys: string];

export interface AtKeyboard {
  readonly io: Io;
  readonly told: () => string;
  readonly rawModes: readonly boolean[];
}

/** An `Io` on a terminal whose person reads before typing. For tests. */
export function atKeyboard(...steps: readonly Keys[]): AtKeyboard {
  let told = '';
  let seen = 0;
  let wake = () => {};
  const rawModes: boolean[] = [];
  const shows = (pattern: RegExp) => {
    const found = pattern.exec(told.slice(seen));
    if (found !== null) seen += found.index + found[0].length;
    return found !== null;
  };
  async function* input() {
    for (const [shown, keys] of steps) {
      while (!shows(shown))
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      yield Buffer.from(keys);
    }
  }
  const sink = {
    write: (text: string) => {
      told += text;
      wake();
    },
    isTTY: true,
  };
  const stdin = Object.assign(input(), { isTTY: true, setRawMode: (on: boolean) => rawModes.push(on) });
  const io = new Io({ cwd: '/nowhere', env: { NO_COLOR: '1' }, stdin, stdout: sink, stderr: sink });
  return { io, told: () => told, rawModes };
}
