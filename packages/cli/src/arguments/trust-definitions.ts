import { configFlags, jsonFlag, placeFlags } from '@loadout/core/commands';
import type { Definition } from './definition.js';

export const trust = {
  name: 'trust',
  group: 'first steps',
  summary: 'Show what acts in a configuration, such as hooks and servers, and trust it.',
  positionals: [],
  flags: [
    ...placeFlags,
    { name: 'yes', excludes: ['folder', 'hash', 'show', 'revoke'], help: 'Trust the current content without asking.' },
    {
      name: 'folder',
      excludes: ['hash', 'show', 'revoke'],
      help: 'Trust this folder from now on, including later changes, without asking. For your own work.',
    },
    {
      name: 'hash',
      value: 'SHA256',
      excludes: ['show', 'revoke'],
      help: 'Trust the content without asking if it has this hash.',
    },
    { name: 'show', excludes: ['revoke'], help: 'Only show the parts. The exit code is 6 if they are not trusted.' },
    { name: 'revoke', help: 'Remove the trust for this folder.' },
    {
      name: 'claude',
      excludes: ['config'],
      help: 'Look at .claude and .mcp.json instead, as an Agent SDK program reads them. Default if there is no configuration.',
    },
    jsonFlag,
  ],
  details: [
    'The answer applies to the current content, or to this folder from now on. When the content changes, the question shows the differences.',
    'Until you trust these parts, runs leave them out. Deny and ask rules, prompts, models and limits apply at once.',
  ],
  examples: ['--show', '--folder'],
} as const satisfies Definition;

export const lock = {
  name: 'lock',
  group: 'share',
  summary: 'Write loadout.lock, the record of plugins, hooks and MCP tools in use.',
  positionals: [],
  flags: configFlags,
  details: [
    'With a lock beside the configuration, a run loads only what matches the lock. On a mismatch, the exit code is 6.',
    'Servers of a registry are looked up. Trusted MCP servers are started, and the lock records a fingerprint of each tool: its description and its schema.',
    'Packages are recorded with their version and the integrity from package-lock.json, or a hash of their files if there is none.',
  ],
  examples: ['--profile ci'],
} as const satisfies Definition;

export const lockVerify = {
  name: 'lock verify',
  group: 'share',
  summary: 'Compare loadout.lock with the installed parts, and show the differences. The exit code is 6 if there are any.',
  positionals: [],
  flags: [...configFlags, jsonFlag],
  examples: ['--json'],
} as const satisfies Definition;
