import type { HttpRuns, RunState } from '@loadout/serve';
import { errors } from './errors.js';
import { idIn } from './message.js';
import { type Json, stateOf, type Task, taskJson } from './task.js';

const USUAL_SIZE = 50;
const MOST_SIZE = 100;

/**
 * Lists the tasks of the agent, the newest first. A page begins behind the task that the token names, so tasks that came since move
 * nothing. A run has no time of its last change, so there is no filter by it. Throws A2A_REQUEST.
 */
export async function listTasks(
  params: Json,
  { runs, agent }: { readonly runs: HttpRuns; readonly agent: string },
): Promise<Json> {
  const { pageSize: size = USUAL_SIZE, status, statusTimestampAfter: since } = params;
  if (typeof size !== 'number' || !Number.isInteger(size) || size < 1 || size > MOST_SIZE)
    throw errors.A2A_REQUEST({ field: 'pageSize', problem: `must be a whole number from 1 to ${MOST_SIZE}` });
  if (since !== undefined && since !== null && since !== '')
    throw errors.A2A_REQUEST({ field: 'statusTimestampAfter', problem: 'is not supported' });
  const [context, token] = [idIn(params, 'contextId'), idIn(params, 'pageToken')];
  const isAnyState = status === undefined || status === null || status === 'TASK_STATE_UNSPECIFIED';
  const tasks = tasksIn(await runs.list(), agent).filter(
    ({ state }) => (context === undefined || state.session === context) && (isAnyState || stateOf(state) === status),
  );
  const from = token === undefined ? 0 : tasks.findIndex(({ id }) => id === token) + 1;
  if (token !== undefined && from === 0) throw errors.A2A_REQUEST({ field: 'pageToken', problem: 'names no task of the list' });
  const page = tasks.slice(from, from + size);
  const nextPageToken = from + size < tasks.length ? (page.at(-1)?.id ?? '') : '';
  return { tasks: page.map((task) => listed(task, params)), nextPageToken, pageSize: size, totalSize: tasks.length };
}

/** A run that goes on after a question is a part of the task before it. */
function tasksIn(newestFirst: readonly RunState[], agent: string): readonly Task[] {
  const tasks = new Map<string, Task>();
  const last = new Map<string, Task>();
  for (const state of [...newestFirst].reverse()) {
    if (state.agent !== agent) continue;
    const before = last.get(state.session);
    const id = before?.state.result?.outcome === 'deferred' ? before.id : state.id;
    const task = { id, state };
    tasks.set(id, task);
    last.set(state.session, task);
  }
  return [...tasks.values()].reverse();
}

function listed(task: Task, { includeArtifacts }: Json): Json {
  const { artifacts, ...rest } = taskJson(task);
  return includeArtifacts === true ? { ...rest, artifacts } : rest;
}
