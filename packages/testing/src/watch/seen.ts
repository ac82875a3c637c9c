/** The kinds of effects that a watch sees. */
export type SeenKind =
  /** The content of a file, or the names in a folder. */
  | 'read'
  | 'write'
  /** The beginning of the name of a folder that the function makes for itself. What it does there is not noted. */
  | 'temporary'
  /** A program that starts. */
  | 'run'
  /** An address on the network, as host and port, or as a host alone where only its name is looked up. */
  | 'fetch'
  /** The method of a request that changes something. */
  | 'change'
  | 'listen'
  /** Text on standard output. */
  | 'print'
  /** Text on standard error, where Loadout expects it. */
  | 'log'
  /** A variable of the environment that is read. */
  | 'variable'
  /** A change of the process that all its sessions share, as a clause that begins with a verb. */
  | 'process';

/** The function that was running: a flag, `access`, `validateInput`, `obstacle`, `call`, a hook. */
export type Phase = string;

export interface Seen {
  readonly kind: SeenKind;
  readonly what: string;
  readonly phase: Phase;
}

/** Notes an effect. Returns the milliseconds within which the watched function must end; `undefined` where nobody watches. */
export type See = (kind: SeenKind, what: string) => number | undefined;

/** Watches some functions of Node. Returns the function that ends this. */
export type Doors = (door: { readonly see: See; readonly children: (child: Child) => void }) => () => void;

/** The part of a child process by which its end is known. */
export interface Child {
  readonly pid?: number | undefined;
  readonly exitCode: number | null;
  readonly signalCode: string | null;
  readonly spawnfile: string;
}
