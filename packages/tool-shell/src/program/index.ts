/** The entry for a package that runs programs of the configuration as Bash runs its commands. */
export { shellQuoted } from '../run/shell-quoted.js';
export type { Program, ProgramEnd, ProgramRunner } from './program-runner.js';
export { createProgramRunner } from './program-runner.js';
