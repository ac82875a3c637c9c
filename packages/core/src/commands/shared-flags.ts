import type { CommandArgument, CommandFlag } from '../contract/command.js';
import type { PermissionMode } from '../contract/permission.js';

/** The modes, written out because help loads nothing else of this package. A test compares them with the list of the modes. */
const MODES = ['default', 'acceptEdits', 'plan', 'dontAsk', 'bypassPermissions'] as const satisfies readonly PermissionMode[];

/** The flags that choose the configuration and the folder, for every command that reads a configuration. */
export const configFlags = [
  {
    name: 'config',
    short: 'c',
    value: 'FILE',
    help: 'The configuration file. Default: agent.config.* in this folder or a folder above it, or in its .config.',
  },
  { name: 'profile', value: 'NAME', help: 'Apply profiles.NAME of the configuration.' },
  { name: 'param', value: 'KEY=VALUE', repeat: true, help: 'Set a param of the agent.' },
  { name: 'cwd', value: 'DIR', help: 'The folder to work in. Default: the current folder.' },
  { name: 'trust', value: 'SHA256', help: 'Trust the content with this hash for this run only. LOADOUT_TRUST does the same.' },
  { name: 'require-trust', help: 'Exit with 6 instead of leaving out parts that are not trusted.' },
] as const satisfies readonly CommandFlag[];

const [config, , , cwd] = configFlags;

/** The flags that find a configuration, for commands that change its file. */
export const placeFlags = [config, cwd] as const satisfies readonly CommandFlag[];

/** The flags that add to the permission rules of an agent. */
export const ruleFlags = [
  {
    name: 'permission-mode',
    value: 'MODE',
    choices: MODES,
    help: 'default, acceptEdits, plan, dontAsk or bypassPermissions.',
  },
  { name: 'allow', value: 'RULE', repeat: true, help: 'Add an allow rule, such as "Bash(npm test:*)".' },
  { name: 'ask', value: 'RULE', repeat: true, help: 'Add an ask rule.' },
  { name: 'deny', value: 'RULE', repeat: true, help: 'Add a deny rule.' },
] as const satisfies readonly CommandFlag[];

/** Reads sessions from an engine instead of this folder. */
export const engineFlag = {
  name: 'engine',
  help: 'Read the sessions of the engine instead of those of this folder.',
} as const satisfies CommandFlag;

export const jsonFlag = { name: 'json', help: 'Print one JSON document to standard output.' } as const satisfies CommandFlag;

export const agentArgument = {
  name: 'agent',
  optional: true,
  help: 'The agent. Optional if the configuration has one agent.',
} as const satisfies CommandArgument;

/** For commands that work for a long time without a person. */
export const logFlag = {
  name: 'log',
  value: 'FILE',
  help: 'Add a JSON line to this file for each run, call and refused request; - is standard error. No texts and no inputs.',
} as const satisfies CommandFlag;
