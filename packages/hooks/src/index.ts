import { ownPlugin } from '@loadout/core';
import { agentHook } from './agent-hook.js';
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

const options = {
  type: 'object',
  properties: {
    allowedHttpHookUrls: {
      type: 'array',
      items: { type: 'string', minLength: 1 },
      description: 'Where hooks of type http may be sent, such as https://hooks.example.com/*. Default: anywhere.',
    },
  },
  additionalProperties: false,
} as const;

const kindsFor = (given: { readonly allowedHttpHookUrls?: readonly string[] | undefined }) => [
  commandHook,
  httpHook(given.allowedHttpHookUrls),
  promptHook,
  agentHook,
  mcpToolHook,
  moduleHook,
  blockHook,
  auditHook,
  defaultsHook,
  contextHook,
  rateLimitHook,
];

/** All types that a hook in the configuration may have. */
export const hookKinds = kindsFor({});

export default ownPlugin({
  name: 'hooks',
  options,
  setup: ({ options: given }) => ({ hookTypes: Object.fromEntries(kindsFor(given).map((kind) => [kind.type, kind.make])) }),
});
