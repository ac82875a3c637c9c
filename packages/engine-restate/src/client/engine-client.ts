import { type Ask, askName } from '../approval.js';
import { errors } from '../errors.js';
import { APPROVALS, PREFIX, serviceOf } from '../names.js';
import type { Answer } from '../session/approval-object.js';
import type { PromptRequest, RunView } from '../session/run-view.js';
import type { RoundEnd } from '../session/step.js';
import { cancelInvocation, query, UNREACHABLE } from './admin.js';
import { ask, askJson, type EngineAddress } from './request.js';

/** A run as the engine lists it. */
export interface ListedRun {
  readonly run: string;
  readonly agent: string;
  /** `queued`, `running`, `waiting` (for an approval), `stuck` (no worker takes it), `ended`, `cancelled` or `failed`. */
  readonly state: string;
  readonly at: string;
  readonly prompt: string;
  readonly asks: readonly Ask[];
  /** The outcome of a run that ended, or the reason why no worker takes the run. */
  readonly says: string;
  readonly view?: RunView | undefined;
}

interface Invocation {
  readonly id: string;
  readonly target_service_name: string;
  readonly target_service_key: string;
  readonly status: string;
  readonly created_at: string;
  readonly last_failure?: string | null;
  readonly last_failure_error_code?: string | null;
  readonly completion_failure?: string | null;
}

/** Submits runs and asks about them. */
export class EngineClient {
  readonly #address: EngineAddress;

  constructor(address: EngineAddress) {
    this.#address = address;
  }

  /** Submits a prompt to a session. Throws ENGINE_AGENT_UNKNOWN. */
  async submit(
    agent: string,
    { session, ...request }: PromptRequest & { readonly session: string },
  ): Promise<{ readonly id: string }> {
    const url = `${this.#address.ingress}/${serviceOf(agent)}/${session}/prompt/send`;
    const { status, text } = await ask(url, { body: request });
    if (status === 404) throw errors.ENGINE_AGENT_UNKNOWN({ agent, available: await this.#agents() });
    if (status >= 300) throw errors.ENGINE_ANSWER({ url, status, text });
    return { id: (JSON.parse(text) as { readonly invocationId: string }).invocationId };
  }

  /** Waits for the end of a submitted prompt. Throws ENGINE_ANSWER for a run that was cancelled. */
  result(id: string): Promise<RoundEnd> {
    return askJson(`${this.#address.ingress}/restate/invocation/${id}/attach`, { timeout: 0 });
  }

  /** Returns the runs, the newest first. */
  async runs(): Promise<readonly ListedRun[]> {
    const { admin } = this.#address;
    const invocations = await query<Invocation>(
      admin,
      `SELECT id, target_service_name, target_service_key, status, created_at, last_failure, last_failure_error_code, completion_failure FROM sys_invocation WHERE target_service_name LIKE '${PREFIX}%' AND target_handler_name = 'prompt' ORDER BY created_at DESC`,
    );
    const views = await this.#views();
    const newest = new Map<string, Invocation>();
    for (const one of invocations) {
      const key = keyOf(one.target_service_name, one.target_service_key);
      if (!newest.has(key)) newest.set(key, one);
    }
    return [...newest].map(([key, invocation]) => listed(invocation, views.get(key)));
  }

  /**
   * Answers the question of a run. The engine takes one answer for each question, also while no worker is there. Throws
   * ENGINE_RUN_UNKNOWN, ENGINE_NOTHING_ASKED, ENGINE_ANSWER_UNFIT, ENGINE_ANSWERED.
   */
  async answer(run: string, call: string | undefined, answer: Answer): Promise<Ask> {
    const { asks } = await this.#find(run);
    const open = asks.map(askName);
    const meant = asks.filter((one) => call === undefined || one.call === call || askName(one) === call);
    const [asked] = meant;
    if (asked === undefined || meant.length > 1)
      throw errors.ENGINE_NOTHING_ASKED({ run, call: meant.length > 1 ? undefined : call, open });
    checkFit(asked, run, answer);
    const url = `${this.#address.ingress}/${APPROVALS}/${asked.hash}/answer/send`;
    const { status } = await askJson<{ readonly status: string }>(url, { body: answer, once: asked.hash });
    if (status !== 'Accepted') throw errors.ENGINE_ANSWERED({ run, call: asked.call });
    return asked;
  }

  /** Cancels the prompts of a session that have not ended. Throws ENGINE_RUN_UNKNOWN. Returns their number. */
  async cancel(run: string): Promise<number> {
    await this.#find(run);
    const { admin } = this.#address;
    const open = await query<{ readonly id: string }>(
      admin,
      `SELECT id FROM sys_invocation WHERE target_service_name LIKE '${PREFIX}%' AND target_service_key = '${run}' AND status != 'completed'`,
    );
    for (const { id } of open) await cancelInvocation(admin, id);
    return open.length;
  }

  async #find(run: string): Promise<ListedRun> {
    const found = /^[\w-]{1,64}$/.test(run) ? (await this.runs()).find((one) => one.run === run) : undefined;
    if (found === undefined) throw errors.ENGINE_RUN_UNKNOWN({ run });
    return found;
  }

  async #views(): Promise<ReadonlyMap<string, RunView>> {
    const rows = await query<{ readonly service_name: string; readonly service_key: string; readonly value_utf8: string }>(
      this.#address.admin,
      `SELECT service_name, service_key, value_utf8 FROM state WHERE key = 'run' AND service_name LIKE '${PREFIX}%'`,
    );
    return new Map(rows.map((row) => [keyOf(row.service_name, row.service_key), JSON.parse(row.value_utf8) as RunView]));
  }

  async #agents(): Promise<readonly string[]> {
    const { services } = await askJson<{ readonly services: readonly { readonly name: string }[] }>(
      `${this.#address.admin}/services`,
    );
    return services.map(({ name }) => name).flatMap((name) => (name.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : []));
  }
}

const keyOf = (service: string, key: string) => `${service}/${key}`;

/** Joins what the engine knows of a run with what the run says itself. */
function listed(invocation: Invocation, view: RunView | undefined): ListedRun {
  const state = stateOf(invocation, view);
  const isEnded = invocation.status === 'completed';
  return {
    run: invocation.target_service_key,
    agent: invocation.target_service_name.slice(PREFIX.length),
    state,
    at: invocation.created_at,
    prompt: view?.prompt ?? '',
    asks: !isEnded && view?.state === 'waiting' ? (view.asks ?? []) : [],
    says: isEnded
      ? (view?.end?.outcome ?? invocation.completion_failure ?? '')
      : state === 'stuck'
        ? (invocation.last_failure ?? '')
        : '',
    view,
  };
}

function stateOf({ status, completion_failure, last_failure_error_code: code }: Invocation, view: RunView | undefined): string {
  if (status === 'completed') {
    if (completion_failure === undefined || completion_failure === null) return 'ended';
    return view?.state === 'cancelled' ? 'cancelled' : 'failed';
  }
  // A run that waits for a person needs no worker. A worker that refuses it is told all the same.
  if (status === 'backing-off' || status === 'paused')
    return view?.state === 'waiting' && code === UNREACHABLE ? 'waiting' : 'stuck';
  if (status === 'running' || status === 'suspended') return view?.state === 'waiting' ? 'waiting' : 'running';
  return 'queued';
}

/** Throws ENGINE_ANSWER_UNFIT for an approval without the texts that were asked for, and for texts that were not. */
function checkFit(ask: Ask, run: string, { behavior, texts }: Answer): void {
  const wanted = ask.questions?.length ?? 0;
  const isFit = behavior === 'deny' || texts?.length === wanted || (wanted === 0 && texts === undefined);
  if (!isFit) throw errors.ENGINE_ANSWER_UNFIT({ run, name: askName(ask), wanted, given: texts?.length });
}
