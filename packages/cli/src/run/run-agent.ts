import { resolve } from 'node:path';
import { fixAsCalled, neededPackage, printableJson, problemOf } from '@loadout/command';
import { chooseTarget, exitCodeOf, type Target } from '@loadout/command/runs';
import type { LoadedConfig } from '@loadout/config';
import { isLoadoutError, messageOf } from '@loadout/core';
import type { Plan } from '@loadout/core/run';
import { type Agent, errors as runnerErrors, wholeSecrets } from '@loadout/runner';
import { askedOf } from '../ask/asked-of.js';
import { type Person, personAt } from '../ask/person.js';
import { readPrompt } from '../ask/read-prompt.js';
import type { Io } from '../io.js';
import { checkNeeds } from '../load/check-needs.js';
import { loadPlan, tellWarnings } from '../load/load-plan.js';
import { checkWritable, writeWhole } from '../load/whole-file.js';
import { tellFailure } from '../render/tell-failure.js';
import { viewFor } from '../render/view-for.js';
import { onInterrupt } from '../signals.js';
import { checkFork, prepareAgent, type RunFlags } from './prepare-agent.js';
import { type ResumedSession, sessionToResume } from './session-agent.js';

export interface RunWish {
  readonly flags: RunFlags;
  /** `[agent] [prompt]`; with `resume`, `[prompt]`. */
  readonly words: readonly string[];
  /** The number of words before `--`. What follows `--` is the prompt. Absent: the command has no `--`. */
  readonly beforeDashes?: number | undefined;
  readonly resume: string | undefined;
}

/** Performs one run, from the flags to the exit code. With a JSON format, the output is JSON even if no run starts. */
export async function runAgent(wish: RunWish, io: Io): Promise<number> {
  const output = wish.flags.output ?? 'text';
  try {
    return await prepareAndRun(wish, io);
  } catch (error) {
    const problem = fixAsCalled(problemOf(error), io.env);
    if (output === 'json') io.json({ outcome: 'error_at_start', error: problem });
    if (output === 'stream-json') io.out(`${printableJson({ type: 'error', error: problem })}\n`);
    throw error;
  }
}

async function prepareAndRun(wish: RunWish, io: Io): Promise<number> {
  const { flags } = wish;
  if (flags['no-color']) io.withoutColour();
  checkFork(flags, wish);
  const page = flags.view === undefined ? undefined : await openPage(flags.view, io);
  const isText = (flags.output ?? 'text') === 'text';
  const [word] = wish.words;
  const resumed = await sessionToResume(wish.resume, { word, flags, io });
  const loaded = await loadPlan(flags, { io, wish: { agent: resumed?.agent ?? word, asksTrust: isText } });
  if (isText) tellWarnings(loaded, io);
  const target = targetOf(wish, { loaded, resumed });
  checkNeeds(loaded, target.agent, { env: io.env, profile: flags.profile });
  const hasOwn = wish.resume !== undefined || loaded.plan.agents[target.agent]?.prompt !== undefined;
  const prompt = await readPrompt(target.prompt, { io, hasOwn });
  if (prompt === undefined && !hasOwn) throw runnerErrors.PROMPT_EMPTY({});
  const { plan } = loaded;
  const notices = await noticesOfRun(plan, io);
  const person = personAt(io, { output: flags.output ?? 'text' });
  const asked = person === undefined ? {} : askedOf(person, { io, cwd: () => plan.workspace, configFile: plan.configFile });
  const agent = await prepareAgent({ flags, plan, agent: target.agent, io, asked });
  const { secrets } = agent.spec;
  let isWritten: boolean | undefined;
  let code: number;
  try {
    code = await watch(agent, { wish, resume: resumed?.id, prompt, io, person, page, notices });
  } finally {
    await agent.close();
    await notices?.close();
    isWritten = await page?.write(secrets);
  }
  return code === 0 && isWritten === false ? 1 : code;
}

type Notices = ReturnType<typeof import('@loadout/serve').runNotices>;

/** The receivers of `notify`, which hear of a run of the command. `undefined`: there are none. Throws NOTIFY_ADDRESS, NOTIFY_SECRET. */
async function noticesOfRun(plan: Plan, io: Io): Promise<Notices | undefined> {
  if (plan.notify === undefined) return undefined;
  try {
    const { runNotices } = await neededPackage('@loadout/serve', { needs: 'notify', load: () => import('@loadout/serve') });
    return runNotices(plan, io);
  } catch (error) {
    // A run needs no receiver, so it begins without the package.
    if (!isLoadoutError(error) || error.code !== 'PACKAGE_MISSING') throw error;
    io.note(`notify: ${messageOf(error)}`);
    return undefined;
  }
}

/** Opens the page of `--view`. Throws FILE_NOT_WRITTEN or PACKAGE_MISSING before the run costs anything, if it could not be written. */
async function openPage(given: string, io: Io) {
  const file = resolve(io.cwd, given);
  checkWritable(file);
  const { PageOfRun } = await neededPackage('@loadout/viewer', { needs: '--view', load: () => import('@loadout/viewer') });
  const fail = (error: unknown) => tellFailure(error, io);
  return new PageOfRun(file, { env: io.env, tell: (text) => io.tell(text), write: writeWhole, fail });
}

interface Beginning {
  readonly loaded: Pick<LoadedConfig, 'plan'>;
  readonly resumed: ResumedSession | undefined;
}

function targetOf(wish: RunWish, { loaded: { plan }, resumed }: Beginning): Target {
  const { words } = wish;
  if (resumed !== undefined)
    return { agent: resumed.agent, prompt: Object.hasOwn(plan.agents, words[0] ?? '') ? words[1] : words[0] };
  return chooseTarget(plan, words, wish);
}

interface Watched {
  readonly wish: RunWish;
  readonly resume: string | undefined;
  readonly prompt: string | undefined;
  readonly io: Io;
  readonly person: Person | undefined;
  readonly page: Awaited<ReturnType<typeof openPage>> | undefined;
  readonly notices: Notices | undefined;
}

async function watch(agent: Agent, { wish, resume, prompt, io, person, page, notices }: Watched): Promise<number> {
  const { flags } = wish;
  const { output, verbose } = flags;
  const { spec } = agent;
  const view = viewFor({ output, verbose, structured: spec.output !== undefined }, io);
  if (person !== undefined) person.view = view;
  for (const notice of agent.notices) view.event({ type: 'notice', message: notice });
  const run = agent.run(prompt, { resume, fork: flags.fork, name: flags.name });
  const interrupt = () => run.interrupt();
  const interrupts = onInterrupt(io, interrupt);
  io.whenClosed(interrupt);
  try {
    const { secrets } = spec;
    for await (const event of wholeSecrets(run, { secrets, redact: io.redact })) {
      page?.event(event);
      view.event(event);
    }
    const result = await run.result;
    notices?.ended({ id: run.sessionId, session: run.sessionId, agent: agent.name }, result);
    if (result.outcome === 'interrupted') return interrupts.exitCode ?? exitCodeOf(result.outcome);
    return exitCodeOf(result.outcome);
  } finally {
    interrupts.release();
  }
}
