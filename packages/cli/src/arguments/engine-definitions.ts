import { agentArgument, configFlags, jsonFlag } from '@loadout/core/commands';
import type { Definition } from './definition.js';

const WHERE =
  'LOADOUT_ENGINE and LOADOUT_ENGINE_ADMIN are the addresses of the engine: http://127.0.0.1:8080 and http://127.0.0.1:9070 by default. LOADOUT_ENGINE_KEY_FILE is the file of its key.';

export const engineDev = {
  name: 'engine dev',
  group: 'more',
  summary: 'Start the engine on this machine, to try agents on several workers.',
  positionals: [],
  flags: [
    { name: 'port', value: 'PORT', help: 'The port for runs. Default: 8080.' },
    { name: 'admin-port', value: 'PORT', help: 'The port of the administration. Default: 9070.' },
    { name: 'dir', value: 'DIR', help: 'The folder of its data. Default: a folder of the state of Loadout.' },
  ],
  details: [
    'The server is Restate, which npm ships as @restatedev/restate-server. It listens at sockets that only you can reach, and the ports in front of them, at 127.0.0.1, answer only requests with the key.',
    'The key is the file of LOADOUT_ENGINE_KEY_FILE, by default a file of the state of Loadout that only you can read. The command makes it.',
  ],
} as const satisfies Definition;

export const worker = {
  name: 'worker',
  group: 'more',
  summary: 'Run the agents of the configuration for the engine, until Ctrl+C.',
  positionals: [],
  flags: [
    ...configFlags,
    { name: 'concurrency', value: 'N', help: 'The most runs at once. Default: 5.' },
    { name: 'label', value: 'LABEL', repeat: true, help: 'A label of this worker. It also takes runs that ask for the label.' },
    { name: 'port', value: 'PORT', help: 'The port for the engine. Default: 9180.' },
    { name: 'host', value: 'HOST', help: 'The host to listen at. Default: 127.0.0.1.' },
    { name: 'advertise', value: 'URL', help: 'The address at which the engine reaches the worker. Default: its host and port.' },
    {
      name: 'remote',
      value: 'URL',
      repeat: true,
      help: 'A git repository that runs may work in, or the beginning of addresses, ending with / or :',
    },
    {
      name: 'workspaces',
      value: 'DIR',
      help: 'The folder for their files, the same on all workers. Default: /var/tmp/loadout-workspaces.',
    },
    {
      name: 'identity-key',
      value: 'KEY',
      repeat: true,
      help: 'The public key of the engine. Required for a host other than 127.0.0.1. Default: that of loadout engine dev.',
    },
    {
      name: 'fence',
      value: 'SECONDS',
      help: 'Kill the worker and its child processes when it was stopped for so long. Default: 10.',
    },
  ],
  details: [
    'A worker takes a run only if it has the configuration and the lock with which the run was submitted.',
    'Workers share the runs. Each needs a port of its own, and takes runs that wait whenever it has a place.',
    'When the worker ends, its runs end with their child processes. Another worker continues them.',
    'The fence must be shorter than the time after which the engine gives up a silent worker: 20 seconds, unless you configured it.',
    WHERE,
  ],
} as const satisfies Definition;

export const submit = {
  name: 'submit',
  group: 'more',
  summary: 'Submit a run to the engine.',
  positionals: [
    agentArgument,
    { name: 'prompt', optional: true, help: "The prompt; - reads it from standard input. Default: the agent's own prompt." },
  ],
  flags: [
    ...configFlags,
    { name: 'session', value: 'RUN', help: 'Continue the session of this run. Prompts of a session run in turn.' },
    { name: 'label', value: 'LABEL', help: 'Give the run only to workers with this label.' },
    {
      name: 'workspace',
      value: 'git:URL#REF',
      help: 'Work in a git repository, on any worker: the files are pushed with each step. REF: a branch, a tag or a commit.',
    },
    { name: 'at', value: 'TIME', help: 'Start later: "in 2h", or a time such as 2026-11-24T08:30.' },
    { name: 'wait', help: 'Show the run while it works, as loadout run does, and wait for its end.' },
    jsonFlag,
  ],
  details: ['Prints the id of the run.', 'With --workspace, git fetch URL refs/loadout/RUN brings the files of the run.', WHERE],
} as const satisfies Definition;

export const runs = {
  name: 'runs',
  group: 'more',
  summary: 'List the runs of the engine, the newest first, and the approvals they wait for.',
  positionals: [],
  flags: [{ name: 'limit', value: 'N', help: 'The most runs. Default: 100. Runs that have not ended come first.' }, jsonFlag],
  details: [WHERE],
} as const satisfies Definition;

const call = { name: 'call', optional: true, help: 'The id of the call. Optional if the run waits for one answer.' } as const;
const run = { name: 'run', help: 'The id of the run.' } as const;
const key = {
  name: 'key',
  value: 'FILE',
  help: 'Your private key, if permissions.approvals.from says who may answer. Default: LOADOUT_APPROVER_KEY.',
} as const;

export const approve = {
  name: 'approve',
  group: 'more',
  summary: 'Allow a call that a run on the engine asks about.',
  positionals: [run, call],
  flags: [key],
  details: [
    'An approval is given once. It holds for this call, its final input, the rule that asks and the plan of the run. It is void if one of them changes.',
    WHERE,
  ],
} as const satisfies Definition;

export const deny = {
  name: 'deny',
  group: 'more',
  summary: 'Deny a call that a run on the engine asks about.',
  positionals: [run, call],
  flags: [{ name: 'message', value: 'TEXT', help: 'The reason that the model reads.' }, key],
  details: [WHERE],
} as const satisfies Definition;

export const answer = {
  name: 'answer',
  group: 'more',
  summary: 'Answer a question that the model of a run on the engine asks.',
  positionals: [run, call],
  flags: [{ name: 'text', value: 'TEXT', repeat: true, help: 'The answer, in any words. One for each question, in order.' }],
  details: ['An answer is given once. To decline, use loadout deny.', WHERE],
} as const satisfies Definition;

export const cancel = {
  name: 'cancel',
  group: 'more',
  summary: 'Cancel a run on the engine, or remove a scheduled job.',
  positionals: [{ name: 'run', help: 'The id of the run, or of the job.' }],
  flags: [],
  details: [
    'The worker interrupts the run and ends its child processes. The session can be continued with another prompt.',
    'A job that is removed fires no more. Its run that goes on is not cancelled. loadout schedule list --engine lists the jobs.',
    WHERE,
  ],
} as const satisfies Definition;

export const engineDefinitions: readonly Definition[] = [engineDev, worker, submit, runs, approve, deny, answer, cancel];
