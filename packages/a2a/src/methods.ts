import { answerInWords, eventsOf, type HttpRuns, promptOf, type RunState, wordsForApproval } from '@loadout/serve';
import { errors } from './errors.js';
import { listTasks } from './list-tasks.js';
import { idIn, type Sent, sentIn } from './message.js';
import {
  artifactsOf,
  isOver,
  type Json,
  metadataOf,
  stateOf,
  statusJson,
  type Task,
  taskJson,
  taskOf,
  workingJson,
} from './task.js';
import { filesOf } from './task-files.js';

export interface Served {
  readonly runs: HttpRuns;
  readonly agent: string;
  /** Aborted when the client goes away. Its task goes on, and can be subscribed to again. */
  readonly gone: AbortSignal;
}

/** The methods with one answer. */
export const ANSWERS: Readonly<Record<string, (params: Json, served: Served) => Promise<Json>>> = {
  async SendMessage(params, served) {
    const sent = sentIn(params);
    const task = await begin(sent, served);
    return { task: sent.isImmediate ? taskJson(task) : await wholeJson(await ended(task, served), served) };
  },
  ListTasks: listTasks,
  GetTask: async (params, served) => wholeJson(await taskIn(params, served), served),
  async CancelTask(params, served) {
    const task = await taskIn(params, served);
    const state = stateOf(task.state);
    if (isOver(state) || task.state.state === 'waiting') throw errors.A2A_TASK_ENDED({ id: task.id, state, rpc: -32002 });
    await served.runs.interrupt(task.state.id);
    return wholeJson(await ended(task, served), served);
  },
};

/** The methods with a stream of answers. Each begins with the task. */
export const STREAMS: Readonly<Record<string, (params: Json, served: Served) => Promise<AsyncGenerator<Json>>>> = {
  SendStreamingMessage: async (params, served) => told(await begin(sentIn(params), served), served),
  async SubscribeToTask(params, served) {
    const task = await taskIn(params, served);
    const state = stateOf(task.state);
    if (isOver(state)) throw errors.A2A_TASK_ENDED({ id: task.id, state, rpc: -32004 });
    return told(task, served);
  },
};

async function taskIn(params: Json, served: Served): Promise<Task> {
  const id = idIn(params, 'id') ?? '';
  const task = await taskOf(id, served);
  if (task === undefined) throw errors.A2A_TASK_UNKNOWN({ id });
  return task;
}

/** Starts a run for a message, or lets the one go on whose questions it answers. */
async function begin(sent: Sent, served: Served): Promise<Task> {
  const { taskId, contextId, answers, blocks } = sent;
  const { runs, agent } = served;
  if (taskId !== undefined) return goOn(await taskIn({ id: taskId }, served), sent, served);
  const prompt = answers.length > 0 ? undefined : promptOf([{ role: 'user', blocks }]);
  if (prompt === undefined)
    throw errors.A2A_REQUEST({ field: 'params.message', problem: 'must have content, and an answer needs a taskId' });
  const last = contextId === undefined ? undefined : await runs.newest(contextId);
  if (last !== undefined && last.agent !== agent)
    throw errors.A2A_REQUEST({ field: 'contextId', problem: 'names a context of another agent' });
  const place = last === undefined ? { session: contextId } : { resume: contextId };
  const state = await runs.start({ agent, prompt, asks: true, ...place });
  return { id: state.id, state };
}

async function goOn({ id, state }: Task, { contextId, blocks, ...sent }: Sent, { runs }: Served): Promise<Task> {
  if (contextId !== undefined && contextId !== state.session)
    throw errors.A2A_REQUEST({ field: 'contextId', problem: 'is not that of the task' });
  if (state.state !== 'waiting') throw errors.A2A_TASK_ENDED({ id, state: stateOf(state), rpc: -32004 });
  const answers = sent.answers.length > 0 ? sent.answers : answerInWords(blocks, state);
  if (answers.length === 0)
    throw errors.A2A_REQUEST({
      field: 'params.message.parts',
      problem: 'must have a data part whose approved is true or false, or whose texts are answers',
    });
  if (wordsForApproval(answers, state) !== undefined)
    throw errors.A2A_REQUEST({
      field: 'params.message.parts',
      problem: 'has texts for a call that needs an approval, which only approved gives',
    });
  return { id, state: await runs.answer(state.id, answers) };
}

/** The task with its files, which are those of work that is over. */
const wholeJson = async (task: Task, served: Served): Promise<Json> => taskJson(task, await endedFiles(task, served));

const endedFiles = async (task: Task, served: Pick<Served, 'runs' | 'gone'>): Promise<readonly Json[]> =>
  isOver(stateOf(task.state)) ? filesOf(task, served) : [];

/** The task when its run has ended or waits. */
async function ended({ id, state }: Task, { runs, gone }: Served): Promise<Task> {
  for await (const _ of eventsOf(runs, state.id, gone, { toQuestion: true }));
  return { id, state: await runs.get(state.id) };
}

async function* told(task: Task, { runs, gone }: Served): AsyncGenerator<Json> {
  yield { task: taskJson(task) };
  const ids = { taskId: task.id, contextId: task.state.session };
  let text = '';
  for await (const event of eventsOf(runs, task.state.id, gone, { toQuestion: true })) {
    if (event.type === 'message_start' || event.type === 'discard') text = '';
    else if (event.type === 'text') text += event.text;
    else if (event.type === 'message' && text !== '') {
      yield { statusUpdate: { ...ids, status: workingJson(task, { id: event.uuid, text }) } };
      text = '';
    }
  }
  if (gone.aborted) return;
  const state: RunState = await runs.get(task.state.id);
  const last = { id: task.id, state };
  for (const artifact of [...artifactsOf(last), ...(await endedFiles(last, { runs, gone }))])
    yield { artifactUpdate: { ...ids, artifact, lastChunk: true } };
  yield { statusUpdate: { ...ids, status: statusJson(last), ...metadataOf(state) } };
}
