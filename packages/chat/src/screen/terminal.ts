/** The terminal, with what a screen and the keys need of it. A test gives one that is fed by hand. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly size: { readonly columns: number; readonly rows: number };
  /** Writes at once. False: the terminal is behind, and `onDrain` is called when it has caught up. */
  write(text: string): boolean;
  /** Writes before the process ends, when nothing can wait. */
  writeSync(text: string): void;
  setRawMode(on: boolean): void;
  /** Sets the listener of what the person types, in pieces that may be cut anywhere; `undefined` stops the reading. */
  onInput(listener: ((piece: Buffer) => void) | undefined): void;
  onResize(listener: (() => void) | undefined): void;
  onDrain(listener: (() => void) | undefined): void;
  /** Called once when the input ends, for example because the window was closed. */
  onEnd(listener: (() => void) | undefined): void;
  /** Called before the process ends, on every way but SIGKILL. Only `writeSync` and `setRawMode` still work then. */
  onExit(listener: (() => void) | undefined): void;
}
