import { randomUUID } from 'node:crypto';
import { chooseTarget } from '@loadout/command/runs';
import { agentArgument, configFlags, defineCommand, jsonFlag } from '@loadout/core/commands';
import { errors as runnerErrors } from '@loadout/runner';
import { WHERE } from '../engine/engine-place.js';
import { readStartTime } from '../submit/read-start-time.js';
import { showEnd, submitRun } from '../submit/submit-run.js';

const definition = {
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
  examples: ['reviewer "Look at the last commit." --wait'],
} as const;

/** Submits a run. Prints its id, or with `--wait` its answer; the exit code is then that of `loadout run`. */
export default defineCommand(definition, async ({ positionals, flags, beforeDashes }, host) => {
  const { plan } = await host.load(flags, { runs: true, agent: positionals[0] });
  const { agent, prompt: given } = chooseTarget(plan, positionals, { beforeDashes });
  const own = plan.agents[agent]?.prompt;
  const prompt = (await host.prompt(given, { hasOwn: own !== undefined })) ?? own;
  if (prompt === undefined) throw runnerErrors.PROMPT_EMPTY({});
  const at = flags.at === undefined ? undefined : readStartTime(flags.at, Date.now());
  const { session = randomUUID(), label, workspace } = flags;
  const submitted = await submitRun({ agent, session, prompt, at, label, workspace }, { plan, env: host.env });
  if (flags.wait) return showEnd(submitted, { host, json: flags.json });
  if (flags.json) host.json({ run: session, agent });
  else host.out(`${session}\n`);
  return 0;
});
