import { randomUUID } from 'node:crypto';
import { errors as runnerErrors } from '@loadout/runner';
import { type Ask, askName } from '../approval/approval.js';
import { answerTo } from '../approval/approval-object.js';
import { seal } from '../door/sealed.js';
import { cancelInvocation, query } from '../engine/admin.js';
import { ask, askJson, type Engine, type EngineAddress, engineAt } from '../engine/request.js';
import { errors } from '../errors.js';
import { APPROVALS, PREFIX, SCHEDULES, serviceOf } from '../names.js';
import { checkLabel, needsKey } from '../needs.js';
import { type EngineSession, readSession } from '../record/read-session.js';
import { type PromptRequest, promptTo } from '../record/run-view.js';
import type { RoundEnd } from '../record/step.js';
import { jobsIn, type KeyedJob } from '../schedule/jobs-in.js';
import { checkWorkspace } from '../workspace/workspace.js';
import { type Awaiting, awaitEnd } from './await-end.js';
import { type Followed, followRun } from './follow-run.js';
import { type ListedBudget, listBudgets } from './list-budgets.js';
import { listRuns } from './list-runs.js';
import type { ListedRun } from './listed-run.js';
import { type GivenBy, onceKey, provenAnswer } from './proven-answer.js';

/** A prompt for a session. */
export interface Submission extends Omit<PromptRequest, 'id' | 'job'> {
  readonly session: string;
  /** The time at which the run starts. Absent: at once. */
  readonly at?: Date | undefined;
}

const LISTED = 100;
const RUN = /^[\w-]{1,64}$/;

/** Submits runs and asks about them. */
export class EngineClient {
  readonly #engine: Engine;

  /** Throws ENGINE_KEY_FILE. */
  constructor(address: EngineAddress) {
    this.#engine = engineAt(address);
  }

  /** Submits a prompt to a session. Throws PROMPT_EMPTY, ENGINE_PROMPT_TOO_LARGE, ENGINE_AGENT_UNKNOWN, ENGINE_LABEL, ENGINE_WORKSPACE. */
  async submit(agent: string, { session, at, ...wish }: Submission): Promise<{ readonly id: string }> {
    checkPrompt(wish.prompt);
    if (wish.label !== undefined) checkLabel(wish.label);
    if (wish.workspace !== undefined) checkWorkspace(wish.workspace);
    const { ingress, key } = this.#engine;
    const request: PromptRequest = { ...wish, id: randomUUID() };
    const body = seal(key, promptTo(serviceOf(agent), session), request);
    const delay = at === undefined ? '' : `?delay=${Math.max(0, at.getTime() - Date.now())}ms`;
    const path = `/${serviceOf(agent)}/${encodeURIComponent(session)}/prompt/send${delay}`;
    const { status, text } = await ask(ingress, path, { body, once: `${needsKey(request)}${request.id}` });
    if (status === 404) throw errors.ENGINE_AGENT_UNKNOWN({ agent, available: await this.#agents() });
    if (status >= 300) throw errors.ENGINE_ANSWER({ url: ingress.url + path, status, text });
    return { id: (JSON.parse(text) as { readonly invocationId: string }).invocationId };
  }

  /**
   * Waits for the end of a submitted prompt. An engine that does not answer is asked again, until the signal aborts. Throws ENGINE_ANSWER
   * for a run that was cancelled, ENGINE_NO_ENTRY, and the reason of the signal.
   */
  result(id: string, awaiting: Awaiting = {}): Promise<RoundEnd> {
    return awaitEnd(this.#engine.ingress, id, awaiting);
  }

  /** Returns the runs, the newest first. If there are more than the limit, runs that have not ended come before others. */
  runs({ limit = LISTED }: { readonly limit?: number | undefined } = {}): Promise<readonly ListedRun[]> {
    return listRuns(this.#engine, { limit });
  }

  /** Returns a run. Throws ENGINE_RUN_UNKNOWN. */
  async run(run: string): Promise<ListedRun> {
    const [found] = RUN.test(run) ? await listRuns(this.#engine, { run }) : [];
    if (found === undefined) throw errors.ENGINE_RUN_UNKNOWN({ run });
    return found;
  }

  /** Returns the budgets that requests have used, with the money of the present day or month. */
  budgets(): Promise<readonly ListedBudget[]> {
    return listBudgets(this.#engine.admin, Date.now());
  }

  /** Returns the scheduled jobs of all sessions, in the order in which they were made. */
  jobs(): Promise<readonly KeyedJob[]> {
    return jobsIn(this.#engine.admin);
  }

  /** Removes a scheduled job. Its run that goes on ends by itself. Returns false if there is no such job. */
  async removeJob(id: string): Promise<boolean> {
    const key = (await this.jobs()).find(({ job }) => job.id === id)?.key;
    if (key === undefined) return false;
    const removal = seal(this.#engine.key, { act: 'removal', service: SCHEDULES, of: key }, id);
    return askJson(this.#engine.ingress, `/${SCHEDULES}/${encodeURIComponent(key)}/remove`, { body: removal });
  }

  /** Reads the session of a run, finished or not. Throws ENGINE_RUN_UNKNOWN. */
  async session(run: string): Promise<EngineSession> {
    const { agent } = await this.run(run);
    return readSession(this.#engine.admin, { agent, run });
  }

  /**
   * Follows the session of a run: its records, and while a worker runs it, the events that are not recorded. Ends when no prompt is
   * open. Throws ENGINE_RUN_UNKNOWN.
   */
  follow(run: string, signal: AbortSignal): AsyncGenerator<Followed> {
    const { admin } = this.#engine;
    const records = async ({ agent }: ListedRun) => (await readSession(admin, { agent, run })).records;
    return followRun({ admin, run, signal, look: () => this.run(run), records });
  }

  /**
   * Answers the question of a run. The engine takes one answer for each question, also while no worker is there. If the question is
   * for certain people, it takes each signed answer, and the first one counts. Throws
   * ENGINE_RUN_UNKNOWN, ENGINE_NOTHING_ASKED, ENGINE_ANSWER_UNFIT, ENGINE_ANSWERED, ENGINE_EXPIRED, ENGINE_NO_APPROVER, ENGINE_KEY,
   * ENGINE_CANCELLED.
   */
  async answer(run: string, call: string | undefined, { key, ...given }: GivenBy): Promise<Ask> {
    const { asks, view, state } = await this.run(run);
    const open = asks.map(askName);
    const isMeant = (one: Ask) => call === undefined || one.call === call || askName(one) === call;
    const meant = asks.filter(isMeant);
    const [asked] = meant;
    const before = meant.length === 0 && view?.state === 'waiting' ? view.asks?.find(isMeant) : undefined;
    if (before !== undefined && state === 'cancelled') throw errors.ENGINE_CANCELLED({ run, call: before.call });
    if (before !== undefined) throw errors.ENGINE_ANSWERED({ run, call: before.call });
    if (asked === undefined || meant.length > 1)
      throw errors.ENGINE_NOTHING_ASKED({ run, call: meant.length > 1 ? undefined : call, open });
    checkFit(asked, run, given);
    const { expires, hash } = asked;
    if (expires !== undefined && Date.parse(expires) <= Date.now())
      throw errors.ENGINE_EXPIRED({ run, call: asked.call, expires });
    const answer = provenAnswer(asked, { key, ...given });
    const { ingress, key: ofEngine } = this.#engine;
    const { status } = await askJson<{ readonly status: string }>(ingress, `/${APPROVALS}/${hash}/answer/send`, {
      body: seal(ofEngine, answerTo(hash), answer),
      once: onceKey(asked, answer, ofEngine),
    });
    if (status !== 'Accepted') throw errors.ENGINE_ANSWERED({ run, call: asked.call });
    // A cancellation may have come first, and the engine takes the answer all the same.
    if ((await this.run(run)).state === 'cancelled') throw errors.ENGINE_CANCELLED({ run, call: asked.call });
    return asked;
  }

  /** Cancels the prompts of a session that have not ended. Throws ENGINE_RUN_UNKNOWN. Returns their number. */
  async cancel(run: string): Promise<number> {
    await this.run(run);
    let count = 0;
    for (const { id } of await this.#open(run)) if (await cancelInvocation(this.#engine.admin, id)) count += 1;
    return count;
  }

  /** Counts the prompts of a session that have not ended. Throws ENGINE_RUN_UNKNOWN. */
  async openPrompts(run: string): Promise<number> {
    await this.run(run);
    return (await this.#open(run)).length;
  }

  /** The newest prompt first: a prompt that waits for an earlier one does not begin while the earlier one is cancelled. */
  #open(run: string): Promise<readonly { readonly id: string }[]> {
    return query(
      this.#engine.admin,
      `SELECT id FROM sys_invocation WHERE target_service_name LIKE '${PREFIX}%' AND target_service_key = '${run}' AND status != 'completed' ORDER BY created_at DESC`,
    );
  }

  async #agents(): Promise<readonly string[]> {
    const { services } = await askJson<{ readonly services: readonly { readonly name: string }[] }>(
      this.#engine.admin,
      '/services',
    );
    return services.map(({ name }) => name).flatMap((name) => (name.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : []));
  }
}

/** The most bytes of a prompt. It is recorded in one step, which has at most 1 MiB. */
const MOST_PROMPT_BYTES = 1_000_000;

/** Throws PROMPT_EMPTY, ENGINE_PROMPT_TOO_LARGE. */
function checkPrompt(prompt: string): void {
  if (prompt.trim() === '') throw runnerErrors.PROMPT_EMPTY({});
  const bytes = Buffer.byteLength(JSON.stringify(prompt));
  if (bytes > MOST_PROMPT_BYTES) throw errors.ENGINE_PROMPT_TOO_LARGE({ bytes, limit: MOST_PROMPT_BYTES });
}

/** Throws ENGINE_ANSWER_UNFIT for an approval without the texts that were asked for, and for texts that were not. */
function checkFit(ask: Ask, run: string, { behavior, texts }: GivenBy): void {
  const wanted = ask.questions?.length ?? 0;
  const isFit = behavior === 'deny' || texts?.length === wanted || (wanted === 0 && texts === undefined);
  if (!isFit) throw errors.ENGINE_ANSWER_UNFIT({ run, name: askName(ask), wanted, given: texts?.length });
}
