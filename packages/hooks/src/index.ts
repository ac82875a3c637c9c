import { definePlugin } from '@loadout/core';
import { auditHook } from './audit-hook.js';
import { blockHook } from './block-hook.js';
import { commandHook } from './command-hook.js';
import { contextHook } from './context-hook.js';
import { defaultsHook } from './defaults-hook.js';
import { httpHook } from './http-hook.js';
import { mcpToolHook } from './mcp-tool-hook.js';
import { moduleHook } from './module-hook.js';
import { promptHook } from './prompt-hook.js';
import { rateLimitHook } from './rate-limit-hook.js';

export { table as errorTable } from './errors.js';

/** All types that a hook in the configuration may have. */
export const hookKinds = [
  commandHook,
  httpHook,
  promptHook,
  mcpToolHook,
  moduleHook,
  blockHook,
  auditHook,
  defaultsHook,
  contextHook,
  rateLimitHook,
];

export default definePlugin({
  name: '@loadout/hooks',
  setup: () => ({ hookTypes: Object.fromEntries(hookKinds.map((kind) => [kind.type, kind.make])) }),
});
