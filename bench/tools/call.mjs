import { realpathSync } from 'node:fs';
import { mountPlugin } from '../../packages/testing/dist/index.js';
import plugin from '../../packages/tool-fs/dist/index.js';

/** Calls one of the plugin's tools on a folder as the loop does, without rules. */
export async function toolOn(name, { folder, options = {} }) {
  const cwd = realpathSync(folder);
  const parts = await mountPlugin(plugin, { options, configDir: cwd, stateDir: cwd });
  const tool = parts.tools.find((one) => one.name === name);
  const context = {
    cwd,
    roots: [cwd],
    signal: new AbortController().signal,
    env: { PATH: process.env.PATH },
    permitted: [],
    mayRead: () => true,
  };
  return async (input) => {
    const permitted = await tool.access(input, context);
    return tool.call(input, { ...context, permitted });
  };
}
