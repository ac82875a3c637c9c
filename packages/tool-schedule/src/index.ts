import { ownPlugin } from '@loadout/core';
import { cronCreateTool } from './cron-create-tool.js';
import { cronDeleteTool } from './cron-delete-tool.js';
import { cronListTool } from './cron-list-tool.js';
import { optionsSchema } from './options.js';
import { checkRemote, remoteTriggerTool } from './remote/remote-trigger-tool.js';
import { openSchedules } from './session/open-schedules.js';

export { readCron } from './cron/cron-expression.js';
export { describeCron } from './cron/describe-cron.js';
export type { DueJob, FireEnd } from './daemon/serve-schedule.js';
export { serveSchedule } from './daemon/serve-schedule.js';
export { errors, table as errorTable } from './errors.js';
export type { Job } from './job.js';
export { nextFire } from './job.js';
export { type ScheduleRules, scheduleRules } from './schedule-rules.js';
export { JobStore, scheduleFolder } from './store/job-store.js';

export default ownPlugin({
  name: 'schedule',
  options: optionsSchema,
  setup({ options, stateDir }) {
    checkRemote(options.remote);
    const { service, source, hooks } = openSchedules({ stateDir, options });
    return {
      tools: [cronCreateTool(options), cronDeleteTool, cronListTool, remoteTriggerTool(options.remote)],
      services: [service],
      toolSource: source,
      hooks,
    };
  },
});
