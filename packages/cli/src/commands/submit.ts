import { randomUUID } from 'node:crypto';
import { redactor, errors as runnerErrors, sessionPlace } from '@loadout/runner';
import type { submit } from '../arguments/engine-definitions.js';
import { errors } from '../errors.js';
import { exitCodeOf } from '../exit-code.js';
import { engineAddress, loadEnginePackage } from '../load/engine-package.js';
import { loadPlan, tellWarnings } from '../load/load-plan.js';
import { printable, printableJson } from '../render/printable.js';
import { chooseTarget } from '../run/choose-target.js';
import { readPrompt } from '../run/read-prompt.js';
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
  // The engine stores the prompt.
  const hide = redactor(plan.secrets) ?? ((text: string) => text);
  const session = flags.session ?? randomUUID();
  sessionPlace({ dir: plan.configDir }, session);
  const { EngineClient, planHash } = await loadEnginePackage(plan.configDir, 'loadout submit');
  const client = new EngineClient(engineAddress(io.env));
  const { id } = await client.submit(target.agent, { session, prompt: hide(prompt), plan: planHash(plan) });
  if (!flags.wait) {
    io.out(flags.json ? `${printableJson({ run: session, agent: target.agent }, 2)}\n` : `${session}\n`);
    return 0;
  }
  io.tell(`Submitted ${session}\n`);
  const end = await client.result(id);
  if (flags.json) io.out(`${printableJson({ run: session, ...end }, 2)}\n`);
  else if (end.text !== '') io.out(`${printable(end.text)}\n`);
  if (end.error !== undefined && !flags.json) io.tell(`${printable(end.error.message)}\n`);
  return exitCodeOf(end.outcome);
};
