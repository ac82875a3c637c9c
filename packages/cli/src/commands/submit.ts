import { randomUUID } from 'node:crypto';
import { printableJson } from '@loadout/command';
import { errors as runnerErrors } from '@loadout/runner';
import type { submit } from '../arguments/engine-definitions.js';
import { errors } from '../errors.js';
import { loadPlan, tellWarnings } from '../load/load-plan.js';
import { showEnd, submitRun } from '../remote/submit-run.js';
import { chooseTarget } from '../run/choose-target.js';
import { readPrompt } from '../run/read-prompt.js';
import { readStartTime } from '../run/read-start-time.js';
import type { Command } from './command.js';

/** Submits a run. Prints its id, or with `--wait` its answer; the exit code is then that of `loadout run`. */
export const execute: Command<typeof submit> = async ({ positionals, flags, beforeDashes }, io) => {
  const loaded = await loadPlan(flags, { io, wish: { agent: positionals[0] } });
  const { plan } = loaded;
  tellWarnings(loaded, io);
  const target = chooseTarget(plan, positionals, { beforeDashes });
  if ('doubt' in target)
    throw errors.USAGE_AGENT_OR_PROMPT({ word: target.doubt, nearest: target.near, available: target.available });
  const own = plan.agents[target.agent]?.prompt;
  const prompt = (await readPrompt(target.prompt, { io, hasOwn: own !== undefined })) ?? own;
  if (prompt === undefined) throw runnerErrors.PROMPT_EMPTY({});
  const at = flags.at === undefined ? undefined : readStartTime(flags.at, Date.now());
  const wish = {
    agent: target.agent,
    session: flags.session ?? randomUUID(),
    prompt,
    at,
    label: flags.label,
    workspace: flags.workspace,
  };
  const submitted = await submitRun(wish, { plan, io, command: 'loadout submit' });
  if (flags.wait) return showEnd(submitted, { io, json: flags.json });
  io.out(flags.json ? `${printableJson({ run: submitted.run, agent: target.agent }, 2)}\n` : `${submitted.run}\n`);
  return 0;
};
