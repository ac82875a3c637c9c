import { resolve } from 'node:path';
import { ownPlugin } from '@loadout/core';
import { DEFAULT_TIMEOUT_MS } from './bash-parts.js';
import { bashTool } from './bash-tool.js';
import { optionsSchema } from './options.js';
import { createLastFolder } from './run/last-folder.js';
import { createProcessGuard } from './run/process-guard.js';
import { createRuntimes } from './sandbox/runtimes.js';
import { stateRoot } from './sandbox/state-root.js';
import { taskOutputTool } from './tasks/task-output.js';
import { taskStopTool } from './tasks/task-stop.js';

export { errors, table as errorTable } from './errors.js';

export default ownPlugin({
  name: 'shell',
  options: optionsSchema,
  setup({ options, configDir, stateDir }) {
    const lastFolder = createLastFolder();
    const guard = createProcessGuard(lastFolder.dispose);
    const sandboxes = createRuntimes();
    const env = Object.fromEntries(Object.entries(options.env ?? {}).map(([name, value]) => [name, String(value)]));
    const bash = bashTool({
      env,
      envFile: options.envFile === undefined ? undefined : resolve(configDir, options.envFile),
      backgroundOnTimeout: options.backgroundOnTimeout ?? false,
      pty: options.pty ?? false,
      defaultTimeoutMs: options.defaultTimeoutMs ?? DEFAULT_TIMEOUT_MS,
      maxTimeoutMs: options.maxTimeoutMs,
      lastFolder,
      guard,
      sandboxes,
      secretFolders: [stateRoot(stateDir)],
    });
    return {
      tools: [bash, taskOutputTool(), taskStopTool()],
      async dispose() {
        await guard.dispose();
        await sandboxes.dispose();
      },
    };
  },
});
