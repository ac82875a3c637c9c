import type { Arguments, Definition } from '../arguments/definition.js';
import type { Io } from '../io.js';

/** What a command does; the answer is the exit code. Contract: may throw, which `main` turns into a message and a code. */
export type Command<D extends Definition> = (args: Arguments<D>, io: Io) => Promise<number>;
