import type { PermissionMode } from '@loadout/core';
import type { Flag } from './definition.js';

/** The modes, written out because help loads nothing of core. A test compares them with core's own list. */
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
] as const satisfies readonly Flag[];

/** The flags of one run, for `run` and `resume`. */
export const runFlags = [
  { name: 'model', value: 'NAME', help: 'An alias under models, or provider/id.' },
  {
    name: 'output',
    value: 'FORMAT',
    choices: ['text', 'json', 'stream-json'],
    help: 'text, json (one document at the end) or stream-json (one line per event). Default: text.',
  },
  { name: 'max-turns', value: 'N', help: 'The most turns that run tools.' },
  {
    name: 'permission-mode',
    value: 'MODE',
    choices: MODES,
    help: 'default, acceptEdits, plan, dontAsk or bypassPermissions.',
  },
  { name: 'allow', value: 'RULE', repeat: true, help: 'Add an allow rule, such as "Bash(npm test:*)".' },
  { name: 'ask', value: 'RULE', repeat: true, help: 'Add an ask rule.' },
  { name: 'deny', value: 'RULE', repeat: true, help: 'Add a deny rule.' },
  { name: 'tools', value: 'A,B', help: "Use these tools instead of the agent's: names and patterns, separated by commas." },
  { name: 'fork', help: 'Continue in a copy of the session.' },
  { name: 'record', value: 'FILE', help: "Record the model's answers to a cassette." },
  { name: 'replay', value: 'FILE', help: 'Answer from a cassette, without a key or network.' },
  { name: 'trace', value: 'DIR', help: 'Append each event as one line to DIR/<session>/trace.jsonl.' },
  { name: 'verbose', help: 'Also show thinking, hooks, inputs and results.' },
  { name: 'no-color', help: 'Print no colours. The environment variable NO_COLOR does the same.' },
] as const satisfies readonly Flag[];

export const viewFlag = {
  name: 'view',
  value: 'FILE',
  help: 'Write the run as one HTML file when it has ended, also when it fails. The same as loadout view --export.',
} as const;

/** Reads sessions from an engine instead of this folder. */
export const engineFlag = { name: 'engine', help: 'Read the sessions of the engine instead of those of this folder.' } as const;

export const jsonFlag = { name: 'json', help: 'Print one JSON document to standard output.' } as const satisfies Flag;

export const agentArgument = {
  name: 'agent',
  optional: true,
  help: 'The agent. Optional if the configuration has one agent.',
} as const;

/** For commands that work for a long time without a person. */
export const logFlag = {
  name: 'log',
  value: 'FILE',
  help: 'Add a JSON line to this file for each run, call and refused request; - is standard error. No texts and no inputs.',
} as const satisfies Flag;
