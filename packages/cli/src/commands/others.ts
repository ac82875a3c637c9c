import { execute as add } from './add.js';
import { execute as check } from './check.js';
import { execute as completion } from './completion.js';
import { execute as configPrint } from './config-print.js';
import { execute as context } from './context.js';
import { execute as diff } from './diff.js';
import { execute as doctor } from './doctor.js';
import { execute as explain } from './explain.js';
import { execute as hooksTest } from './hooks.js';
import { execute as init } from './init.js';
import { execute as list } from './list.js';
import { execute as lock } from './lock.js';
import { execute as lockVerify } from './lock-verify.js';
import { add as mcpAdd, addJson as mcpAddJson, get as mcpGet, remove as mcpRemove } from './mcp-servers.js';
import { execute as models } from './models.js';
import { execute as newPlugin } from './new-plugin.js';
import { execute as pluginDoctor } from './plugin-doctor.js';
import { execute as remove } from './remove.js';
import { execute as replay } from './replay.js';
import { execute as resume } from './resume.js';
import { list as scheduleList, run as scheduleRun } from './schedule.js';
import { execute as schema } from './schema.js';
import { execute as sessions } from './sessions.js';
import { execute as sessionsExport } from './sessions-export.js';
import { execute as sessionsName } from './sessions-name.js';
import { execute as sessionsRepair } from './sessions-repair.js';
import { execute as skillCheck } from './skill-check.js';
import { execute as submit } from './submit.js';
import { execute as tools } from './tools.js';
import { execute as trust } from './trust.js';
import { execute as update } from './update.js';

export { errors, table as errorTable } from '../errors.js';
export { findMounted, listMounted } from '../packaged/mounted-commands.js';
export { runPackaged } from '../packaged/run-packaged.js';
export { commandReference } from '../reference.js';
export { complete } from './complete.js';

/**
 * The commands by name, but for `run`, which is started most often and loads none of them. All that `run` does without is behind this one
 * module: each further one would split the code into a file for each set of them, and each file costs time at a start.
 */
export const others = {
  resume,
  check,
  tools,
  explain,
  context,
  list,
  models,
  doctor,
  replay,
  sessions,
  'sessions export': sessionsExport,
  'sessions name': sessionsName,
  'sessions repair': sessionsRepair,
  diff,
  schema,
  init,
  'new plugin': newPlugin,
  'plugin doctor': pluginDoctor,
  'config print': configPrint,
  'hooks test': hooksTest,
  'skill check': skillCheck,
  add,
  remove,
  update,
  trust,
  lock,
  'schedule run': scheduleRun,
  'schedule list': scheduleList,
  submit,
  'mcp add': mcpAdd,
  'mcp add-json': mcpAddJson,
  'mcp remove': mcpRemove,
  'mcp get': mcpGet,
  'lock verify': lockVerify,
  completion,
} as const;
