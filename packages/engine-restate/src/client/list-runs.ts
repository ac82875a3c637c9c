import { isLostCode, listOf, query, queryIds, stateWhere } from '../engine/admin.js';
import { askJson, type Endpoint, type Engine } from '../engine/request.js';
import { errors } from '../errors.js';
import { APPROVALS, PREFIX } from '../names.js';
import { planIn } from '../needs.js';
import type { RunView } from '../record/run-view.js';
import { type Invocation, type ListedRun, listed } from './listed-run.js';
import { onceKey } from './proven-answer.js';

/** The runs to list: at most so many, or the prompts of one session. */
export type Listing = { readonly limit: number } | { readonly run: string };

const OURS = `target_service_name LIKE '${PREFIX}%' AND target_handler_name = 'prompt'`;
const COLUMNS =
  'id, idempotency_key, target_service_name, target_service_key, status, created_at, pinned_deployment_id, scheduled_start_at, last_failure, last_failure_error_code, completion_failure';

/** Returns the runs, the newest first. If there are more than the limit, runs that have not ended come before others. */
export async function listRuns(engine: Engine, listing: Listing): Promise<readonly ListedRun[]> {
  const { admin } = engine;
  const invocations = await query<Invocation>(
    admin,
    'run' in listing
      ? `SELECT ${COLUMNS} FROM sys_invocation WHERE target_service_key IN (${listOf([listing.run])}) AND ${OURS} ORDER BY created_at DESC`
      : `SELECT ${COLUMNS} FROM sys_invocation WHERE ${OURS} ORDER BY status = 'completed', created_at DESC LIMIT ${listing.limit}`,
  );
  const shown = [...bySession(invocations).values()];
  const [views, refusals] = await Promise.all([viewsOf(admin, shown), refusalsOf(admin, shown)]);
  const waiting = shown.filter((one) => one.status !== 'completed' && views.get(keyOf(one))?.state === 'waiting');
  const [answered, cancelled, plans] = await Promise.all([
    answeredOf(engine, [...views.values()]),
    cancelledOf(admin, waiting),
    shown.some((one) => isLost(one)) ? plansOf(admin) : [],
  ]);
  return shown
    .map((one) =>
      listed(one, {
        view: views.get(keyOf(one)),
        refusal: refusals.get(one.id) ?? (isLost(one) ? noWorkerFor(one, plans) : undefined),
        answered,
        isCancelled: cancelled.has(one.id),
      }),
    )
    .sort((a, b) => (a.at < b.at ? 1 : -1));
}

/** Chooses the prompt of each session that a worker has begun and not ended, else the newest. */
function bySession(invocations: readonly Invocation[]): ReadonlyMap<string, Invocation> {
  const chosen = new Map<string, Invocation>();
  for (const one of invocations) {
    const before = chosen.get(keyOf(one));
    if (before === undefined || (isOpen(one) && !isOpen(before))) chosen.set(keyOf(one), one);
  }
  return chosen;
}

const isOpen = ({ status }: Invocation) => ['running', 'suspended', 'backing-off', 'paused'].includes(status);

const keyOf = (one: Invocation) => `${one.target_service_name}/${one.target_service_key}`;

async function viewsOf(admin: Endpoint, of: readonly Invocation[]): Promise<ReadonlyMap<string, RunView>> {
  if (of.length === 0) return new Map();
  const keys = listOf(of.map((one) => one.target_service_key));
  const views = await stateWhere<RunView>(admin, `key = 'run' AND service_name LIKE '${PREFIX}%' AND service_key IN (${keys})`);
  return new Map(views.map(({ service, object, value }) => [`${service}/${object}`, value]));
}

/** Finds the questions that were answered, but that no worker has taken up yet. */
async function answeredOf({ admin, key }: Engine, views: readonly RunView[]): Promise<ReadonlySet<string>> {
  const open = views.flatMap(({ state, asks = [] }) => (state === 'waiting' ? asks : []));
  if (open.length === 0) return new Set();
  // An answer that came while no worker was there waits in the engine. Whether a signed one counts is known when a worker reads it.
  const unsigned = open.flatMap((ask) => (ask.from === undefined ? [onceKey(ask, {}, key)] : []));
  // Sought there first, because it moves on from there to the other place.
  const sent =
    unsigned.length === 0
      ? []
      : await queryIds(
          admin,
          `SELECT target_service_key AS id FROM sys_invocation WHERE target_service_name = '${APPROVALS}' AND target_handler_name = 'answer' AND status != 'completed' AND idempotency_key IN (${listOf(unsigned)})`,
        );
  const given = await queryIds(
    admin,
    `SELECT service_key AS id FROM state WHERE key = 'approval' AND service_name = '${APPROVALS}' AND service_key IN (${listOf(open.map(({ hash }) => hash))})`,
  );
  return new Set([...given, ...sent]);
}

/** Finds the runs that are cancelled, but that no worker has ended yet. The engine has a cancellation as the first of its signals. */
async function cancelledOf(admin: Endpoint, of: readonly Invocation[]): Promise<ReadonlySet<string>> {
  if (of.length === 0) return new Set();
  const ids = await queryIds(
    admin,
    `SELECT id FROM sys_journal WHERE entry_type = 'Notification: Signal' AND entry_lite_json LIKE '%"SignalIndex":1}%' AND id IN (${listOf(of.map(({ id }) => id))})`,
  );
  return new Set(ids);
}

const isLost = ({ status, last_failure_error_code: code }: Invocation): boolean => status === 'backing-off' && isLostCode(code);

/** The plans of all workers that have registered. The address of a worker ends with its plan. */
async function plansOf(admin: Endpoint): Promise<readonly string[]> {
  const { deployments } = await askJson<{ readonly deployments: readonly { readonly uri?: string }[] }>(admin, '/deployments');
  return [...new Set(deployments.map(({ uri = '' }) => uri.replace(/\/+$/, '').split('/').at(-1) ?? ''))];
}

function noWorkerFor(run: Invocation, plans: readonly string[]): string {
  const wanted = planIn(run.idempotency_key ?? '');
  const found = plans.filter((plan) => plan !== wanted);
  return errors.ENGINE_NO_WORKER({ session: run.target_service_key, wanted, found }).message;
}

/** Reads the reasons of the last refusals. The engine stores them as events of a paused run. */
async function refusalsOf(admin: Endpoint, of: readonly Invocation[]): Promise<ReadonlyMap<string, string>> {
  const paused = of.filter(({ status }) => status === 'paused');
  if (paused.length === 0) return new Map();
  const rows = await query<{ readonly id: string; readonly event_json: string }>(
    admin,
    `SELECT id, event_json FROM sys_journal_events WHERE event_type = 'Paused' AND id IN (${listOf(paused.map(({ id }) => id))}) ORDER BY appended_at`,
  );
  return new Map(rows.map(({ id, event_json }) => [id, reasonOf(event_json)]));
}

function reasonOf(event: string): string {
  const { last_failure } = JSON.parse(event) as { readonly last_failure?: { readonly error_message?: string } };
  return last_failure?.error_message ?? '';
}
