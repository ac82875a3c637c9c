import type { Io } from '../io.js';
import type { Arguments, Definition } from './definition.js';

/** The code of a command, which returns the exit code. Contract: may throw; `main` turns the error into a message and a code. */
export type Command<D extends Definition> = (args: Arguments<D>, io: Io) => Promise<number>;
