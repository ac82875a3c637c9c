import { failureOf, type HttpRuns, type RunState } from '@loadout/serve';

/** JSON of A2A 1.0. */
export type Json = Readonly<Record<string, unknown>>;

/** A task is a run. A run that waits goes on in the next run of its session, which is still the same task. */
export interface Task {
  /** The id of its first run. */
  readonly id: string;
  readonly state: RunState;
}

/** Finds the run with which a task goes on. `undefined`: there is no such run, or it is one of another agent. */
export async function taskOf(
  id: string,
  { runs, agent }: { readonly runs: HttpRuns; readonly agent: string },
): Promise<Task | undefined> {
  let state = await runs.get(id).catch(() => undefined);
  if (state?.agent !== agent) return undefined;
  while (state.result?.outcome === 'deferred' && state.state !== 'waiting') {
    const next: RunState | undefined = await runs.get(nextId(state)).catch(() => undefined);
    if (next === undefined) break;
    state = next;
  }
  return { id, state };
}

/** The id of the run behind one, in its session. */
export function nextId({ id, session }: Pick<RunState, 'id' | 'session'>): string {
  const number = Number(/^-r(\d+)$/.exec(id.slice(session.length))?.[1] ?? 1);
  return `${session}-r${number + 1}`;
}

/** The state in the words of A2A. */
export function stateOf({ state, result }: RunState): string {
  if (state === 'waiting') return 'TASK_STATE_INPUT_REQUIRED';
  if (state === 'queued' || state === 'scheduled') return 'TASK_STATE_SUBMITTED';
  if (state === 'unfinished' || state === 'stuck') return 'TASK_STATE_FAILED';
  if (result === undefined) return 'TASK_STATE_WORKING';
  if (result.outcome === 'interrupted') return 'TASK_STATE_CANCELED';
  if (result.outcome === 'blocked') return 'TASK_STATE_REJECTED';
  return isFailed(result) ? 'TASK_STATE_FAILED' : 'TASK_STATE_COMPLETED';
}

const isFailed = (result: NonNullable<RunState['result']>): boolean =>
  failureOf(result) !== undefined || result.outcome === 'error_max_turns' || result.outcome === 'error_limit';

export const isOver = (state: string): boolean =>
  !['SUBMITTED', 'WORKING', 'INPUT_REQUIRED'].some((open) => state.endsWith(`_${open}`));

/** `files`: the artifacts beside the answer. */
export const taskJson = (task: Task, files: readonly Json[] = []): Json => ({
  id: task.id,
  contextId: task.state.session,
  status: statusJson(task),
  artifacts: [...artifactsOf(task), ...files],
  ...metadataOf(task.state),
});

/** The facts for which A2A has no field. */
export function metadataOf({ result }: RunState): Json {
  if (result === undefined) return {};
  const { outcome, costUsd, toolCalls } = result;
  return { metadata: { loadout: { outcome, cost_usd: costUsd, tool_calls: toolCalls } } };
}

/** The status with what is said beside the answer: questions, denials with their rules, the reason of a failure. */
export function statusJson(task: Task): Json {
  const parts = [...asksOf(task.state), ...remarksOf(task.state).map(textPart)];
  const message = parts.length === 0 ? {} : { message: messageOf(task, { id: `${task.state.id}-status`, parts }) };
  return { state: stateOf(task.state), ...message };
}

export const workingJson = (task: Task, { id, text }: { readonly id: string; readonly text: string }): Json => ({
  state: 'TASK_STATE_WORKING',
  message: messageOf(task, { id, parts: [textPart(text)] }),
});

const messageOf = (
  { id: taskId, state }: Task,
  { id, parts }: { readonly id: string; readonly parts: readonly Json[] },
): Json => ({
  messageId: id,
  contextId: state.session,
  taskId,
  role: 'ROLE_AGENT',
  parts,
});

const textPart = (text: string): Json => ({ text });

/** The answer of the run. */
export function artifactsOf({ id, state: { state, result } }: Task): readonly Json[] {
  if (result === undefined || state === 'waiting' || failureOf(result) !== undefined) return [];
  const { structuredOutput, text } = result;
  const part = structuredOutput === undefined ? textPart(text) : { data: structuredOutput };
  return [{ artifactId: `${id}-answer`, name: 'answer', parts: [part] }];
}

const asksOf = ({ state, asks = [] }: RunState): readonly Json[] =>
  state !== 'waiting' ? [] : asks.flatMap((ask) => [textPart(wordsOf(ask)), { data: dataOf(ask) }]);

type Ask = NonNullable<RunState['asks']>[number];

const dataOf = ({ call, tool, input, reason, rule, at, questions }: Ask): Json => ({
  call,
  tool,
  input,
  reason,
  rule,
  at,
  questions,
});

function wordsOf({ call, tool, reason, questions }: Ask): string {
  const name = JSON.stringify(call);
  if (questions === undefined)
    return `${tool} waits for an approval. ${reason} Answer with a data part {"call": ${name}, "approved": true}.`;
  const asked = questions.map(({ question, choices }) => `${question} (${choices.join(', ')})`);
  return `${asked.join('\n')}\nAnswer with a text, or with a data part {"call": ${name}, "texts": ["…"]}.`;
}

/** The denials, also those before a question, and what ended the run before its answer. */
function remarksOf({ result, state }: RunState): readonly string[] {
  if (result === undefined) return state === 'unfinished' ? ['The process of the run ended before the run did.'] : [];
  const denials = new Set(result.denials.map(({ reason }) => `Denied: ${reason}`));
  return [...denials, ...(state === 'waiting' || result.error === undefined ? [] : [result.error.message])];
}
