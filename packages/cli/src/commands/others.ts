import { execute as check } from './check.js';
import { execute as completion } from './completion.js';
import { execute as configPrint } from './config-print.js';
import { verifyLock, writeLock } from './lock.js';
import { execute as resume } from './resume.js';
import { listAll, nameOne } from './sessions.js';
import { execute as tools } from './tools.js';
import { execute as trust } from './trust.js';

export { flagLabel, signature } from '../arguments/definition.js';
export { exitCodes } from '../arguments/help.js';
export { errors, table as errorTable } from '../errors.js';
export { runPackaged } from '../packaged/command-host.js';
export { findMounted, listMounted } from '../packaged/mounted-commands.js';
export { allCommands } from '../packaged/own-commands.js';
export { complete } from './completion.js';

/**
 * The commands by name, but for `run`, which is started most often and loads none of them. All that `run` does without is behind this one
 * module: each further one would split the code into a file for each set of them, and each file costs time at a start.
 */
export const others = {
  resume,
  check,
  tools,
  sessions: listAll,
  'sessions name': nameOne,
  'config print': configPrint,
  trust,
  lock: writeLock,
  'lock verify': verifyLock,
  completion,
} as const;
