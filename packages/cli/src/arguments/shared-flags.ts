import { PERMISSION_MODES } from '@loadout/core';
import type { Flag } from './definition.js';

/** Which configuration, and where. Of every command that reads one. */
export const configFlags = [
  { name: 'config', short: 'c', value: 'FILE', help: 'The configuration. Default: agent.config.* here or in a folder above.' },
  { name: 'profile', value: 'NAME', help: 'Apply profiles.NAME of the configuration.' },
  { name: 'param', value: 'KEY=VALUE', repeat: true, help: 'A param of the agent.' },
  { name: 'cwd', value: 'DIR', help: 'The folder to work in. Default: the current one.' },
  { name: 'trust', value: 'SHA256', help: 'Trust what has this hash, for this once. LOADOUT_TRUST does the same.' },
  { name: 'require-trust', help: 'Exit with 6 rather than leave out what is not trusted.' },
] as const satisfies readonly Flag[];

/** How one run goes. Of `run` and `resume`. */
export const runFlags = [
  { name: 'model', value: 'NAME', help: 'An alias under models, or provider/id.' },
  {
    name: 'output',
    value: 'FORMAT',
    choices: ['text', 'json', 'stream-json'],
    help: 'text, json (one document at the end) or stream-json (one line an event). Default: text.',
  },
  { name: 'max-turns', value: 'N', help: 'At most N turns that run tools.' },
  {
    name: 'permission-mode',
    value: 'MODE',
    choices: PERMISSION_MODES,
    help: 'default, acceptEdits, plan, dontAsk or bypassPermissions.',
  },
  { name: 'allow', value: 'RULE', repeat: true, help: 'One more allow rule, such as "Bash(npm test:*)".' },
  { name: 'ask', value: 'RULE', repeat: true, help: 'One more ask rule.' },
  { name: 'deny', value: 'RULE', repeat: true, help: 'One more deny rule.' },
  { name: 'tools', value: 'A,B', help: "These tools instead of the agent's; names and patterns, with commas." },
  { name: 'fork', help: 'Go on in a copy of the session.' },
  { name: 'record', value: 'FILE', help: 'Write what the model answers to a cassette.' },
  { name: 'replay', value: 'FILE', help: 'Take the answers from a cassette; no key, no network.' },
  { name: 'trace', value: 'DIR', help: 'Add what happens, a line an event, to DIR/<session>/trace.jsonl.' },
  { name: 'verbose', help: 'Also show thinking, hooks, inputs and results.' },
  { name: 'no-color', help: 'No colours. The environment variable NO_COLOR does the same.' },
] as const satisfies readonly Flag[];

export const jsonFlag = { name: 'json', help: 'One JSON document on standard output.' } as const satisfies Flag;

export const agentArgument = { name: 'agent', optional: true, help: 'May be left out when the configuration has one.' } as const;
