import type { CommandCall, CommandDefinition } from '@loadout/core/commands';
import type { Io } from '../io.js';

/** The code of a command, which returns the exit code. Contract: may throw; `main` turns the error into a message and a code. */
export type Command<D extends CommandDefinition> = (args: CommandCall<D>, io: Io) => Promise<number>;
