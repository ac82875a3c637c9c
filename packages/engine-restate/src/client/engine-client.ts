import { randomUUID } from 'node:crypto';
import { type Ask, askName } from '../approval.js';
import { errors } from '../errors.js';
import { type Followed, followRun } from '../live/follow-run.js';
import { APPROVALS, PREFIX, SCHEDULES, serviceOf } from '../names.js';
import { checkLabel, needsKey } from '../needs.js';
import { jobsIn, type KeyedJob } from '../schedule/jobs-in.js';
import type { PromptRequest } from '../session/run-view.js';
import type { RoundEnd } from '../session/step.js';
import { checkWorkspace } from '../workspace/workspace.js';
import { cancelInvocation, query } from './admin.js';
import { type ListedBudget, listBudgets } from './list-budgets.js';
import { listRuns } from './list-runs.js';
import type { ListedRun } from './listed-run.js';
import { type GivenBy, onceKey, provenAnswer } from './proven-answer.js';
import { type EngineSession, readSession } from './read-session.js';
import { ask, askJson, type EngineAddress } from './request.js';

/** A prompt for a session. */
export interface Submission extends PromptRequest {
  readonly session: string;
  /** The time at which the run starts. Absent: at once. */
  readonly at?: Date | undefined;
}

const LISTED = 100;
const RUN = /^[\w-]{1,64}$/;

/** Submits runs and asks about them. */
export class EngineClient {
  readonly #address: EngineAddress;

  constructor(address: EngineAddress) {
    this.#address = address;
  }

  /** Submits a prompt to a session. Throws ENGINE_AGENT_UNKNOWN, ENGINE_LABEL, ENGINE_WORKSPACE. */
  async submit(agent: string, { session, at, ...request }: Submission): Promise<{ readonly id: string }> {
    if (request.label !== undefined) checkLabel(request.label);
    if (request.workspace !== undefined) checkWorkspace(request.workspace);
    const delay = at === undefined ? '' : `?delay=${Math.max(0, at.getTime() - Date.now())}ms`;
    const url = `${this.#address.ingress}/${serviceOf(agent)}/${session}/prompt/send${delay}`;
    const { status, text } = await ask(url, { body: request, once: `${needsKey(request)}${randomUUID()}` });
    if (status === 404) throw errors.ENGINE_AGENT_UNKNOWN({ agent, available: await this.#agents() });
    if (status >= 300) throw errors.ENGINE_ANSWER({ url, status, text });
    return { id: (JSON.parse(text) as { readonly invocationId: string }).invocationId };
  }

  /** Waits for the end of a submitted prompt. Throws ENGINE_ANSWER for a run that was cancelled. */
  result(id: string): Promise<RoundEnd> {
    return askJson(`${this.#address.ingress}/restate/invocation/${id}/attach`, { timeout: 0 });
  }

  /** Returns the runs, the newest first. If there are more than the limit, runs that have not ended come before others. */
  runs({ limit = LISTED }: { readonly limit?: number | undefined } = {}): Promise<readonly ListedRun[]> {
    return listRuns(this.#address.admin, { limit });
  }

  /** Returns a run. Throws ENGINE_RUN_UNKNOWN. */
  async run(run: string): Promise<ListedRun> {
    const [found] = RUN.test(run) ? await listRuns(this.#address.admin, { run }) : [];
    if (found === undefined) throw errors.ENGINE_RUN_UNKNOWN({ run });
    return found;
  }

  /** Returns the budgets that requests have used, with the money of the present day or month. */
  budgets(): Promise<readonly ListedBudget[]> {
    return listBudgets(this.#address.admin, Date.now());
  }

  /** Returns the scheduled jobs of all sessions, in the order in which they were made. */
  jobs(): Promise<readonly KeyedJob[]> {
    return jobsIn(this.#address.admin);
  }

  /** Removes a scheduled job. Its run that goes on ends by itself. Returns false if there is no such job. */
  async removeJob(id: string): Promise<boolean> {
    const key = (await this.jobs()).find(({ job }) => job.id === id)?.key;
    if (key === undefined) return false;
    return askJson(`${this.#address.ingress}/${SCHEDULES}/${encodeURIComponent(key)}/remove`, { body: id });
  }

  /** Reads the session of a run, finished or not. Throws ENGINE_RUN_UNKNOWN. */
  async session(run: string): Promise<EngineSession> {
    const { agent } = await this.run(run);
    return readSession(this.#address.admin, { agent, run });
  }

  /**
   * Follows the session of a run: its records, and while a worker runs it, the events that are not recorded. Ends when no prompt is
   * open. Throws ENGINE_RUN_UNKNOWN.
   */
  follow(run: string, signal: AbortSignal): AsyncGenerator<Followed> {
    const { admin } = this.#address;
    const records = async ({ agent }: ListedRun) => (await readSession(admin, { agent, run })).records;
    return followRun({ admin, run, signal, look: () => this.run(run), records });
  }

  /**
   * Answers the question of a run. The engine takes one answer for each question, also while no worker is there. If the question is
   * for certain people, it takes each signed answer, and the first one counts. Throws
   * ENGINE_RUN_UNKNOWN, ENGINE_NOTHING_ASKED, ENGINE_ANSWER_UNFIT, ENGINE_ANSWERED, ENGINE_EXPIRED, ENGINE_NO_APPROVER, ENGINE_KEY.
   */
  async answer(run: string, call: string | undefined, { key, ...given }: GivenBy): Promise<Ask> {
    const { asks, view } = await this.run(run);
    const open = asks.map(askName);
    const isMeant = (one: Ask) => call === undefined || one.call === call || askName(one) === call;
    const meant = asks.filter(isMeant);
    const [asked] = meant;
    const before = meant.length === 0 && view?.state === 'waiting' ? view.asks?.find(isMeant) : undefined;
    if (before !== undefined) throw errors.ENGINE_ANSWERED({ run, call: before.call });
    if (asked === undefined || meant.length > 1)
      throw errors.ENGINE_NOTHING_ASKED({ run, call: meant.length > 1 ? undefined : call, open });
    checkFit(asked, run, given);
    const { expires, hash } = asked;
    if (expires !== undefined && Date.parse(expires) <= Date.now())
      throw errors.ENGINE_EXPIRED({ run, call: asked.call, expires });
    const answer = provenAnswer(asked, { key, ...given });
    const url = `${this.#address.ingress}/${APPROVALS}/${hash}/answer/send`;
    const { status } = await askJson<{ readonly status: string }>(url, { body: answer, once: onceKey(asked, answer) });
    if (status !== 'Accepted') throw errors.ENGINE_ANSWERED({ run, call: asked.call });
    return asked;
  }

  /** Cancels the prompts of a session that have not ended. Throws ENGINE_RUN_UNKNOWN. Returns their number. */
  async cancel(run: string): Promise<number> {
    await this.run(run);
    const open = await this.#open(run);
    for (const { id } of open) await cancelInvocation(this.#address.admin, id);
    return open.length;
  }

  /** Counts the prompts of a session that have not ended. Throws ENGINE_RUN_UNKNOWN. */
  async openPrompts(run: string): Promise<number> {
    await this.run(run);
    return (await this.#open(run)).length;
  }

  #open(run: string): Promise<readonly { readonly id: string }[]> {
    return query(
      this.#address.admin,
      `SELECT id FROM sys_invocation WHERE target_service_name LIKE '${PREFIX}%' AND target_service_key = '${run}' AND status != 'completed'`,
    );
  }

  async #agents(): Promise<readonly string[]> {
    const { services } = await askJson<{ readonly services: readonly { readonly name: string }[] }>(
      `${this.#address.admin}/services`,
    );
    return services.map(({ name }) => name).flatMap((name) => (name.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : []));
  }
}
/** Throws ENGINE_ANSWER_UNFIT for an approval without the texts that were asked for, and for texts that were not. */
function checkFit(ask: Ask, run: string, { behavior, texts }: GivenBy): void {
  const wanted = ask.questions?.length ?? 0;
  const isFit = behavior === 'deny' || texts?.length === wanted || (wanted === 0 && texts === undefined);
  if (!isFit) throw errors.ENGINE_ANSWER_UNFIT({ run, name: askName(ask), wanted, given: texts?.length });
}
