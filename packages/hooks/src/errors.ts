import { defineErrors } from '@loadout/core';

/** Every error of this package. */
export const table = {
  HOOK_ENTRY_INVALID: {
    message: (p: { type: string; details: string }) => `The hook of type ${p.type} is invalid: ${p.details}.`,
    fix: (p: { type: string }) => `See the fields of ${p.type} in the README of @loadout/hooks.`,
  },
  HOOK_URL_INVALID: {
    message: (p: { url: string }) =>
      `The hook of type http cannot be sent to ${JSON.stringify(p.url)}: it is not an http or https address.`,
    fix: () => 'Write url: https://host/path.',
  },
  HOOK_URL_REFUSED: {
    message: (p: { url: string; allowed: readonly string[] }) =>
      `The hook of type http may not be sent to ${p.url}. Allowed: ${p.allowed.join(', ') || 'no addresses'}.`,
    fix: () => 'Remove the hook, or add its address to allowedHttpHookUrls of @loadout/hooks.',
  },
  HOOK_MODULE_NOT_FOUND: {
    message: (p: { use: string; problem: string }) => `The hook module ${p.use} cannot be loaded: ${p.problem}.`,
    fix: () => 'Write use: ./file.mjs#name, relative to the configuration file.',
  },
  HOOK_MODULE_INVALID: {
    message: (p: { use: string; name: string; exports: readonly string[] }) =>
      p.exports.includes(p.name)
        ? `The export "${p.name}" of the hook module ${p.use} is not a function.`
        : `The hook module ${p.use} has no export "${p.name}"; it exports ${p.exports.join(', ') || 'nothing'}.`,
    fix: () => 'Name an exported function after #, or export one as default.',
  },
};

export const errors = defineErrors(table);
