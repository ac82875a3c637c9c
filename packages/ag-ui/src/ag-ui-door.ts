import {
  type Door,
  type DoorRequest,
  doorEvents,
  EventStream,
  type HttpRuns,
  promptOf,
  type RunState,
  readObject,
  errors as serveErrors,
  wordsForApproval,
} from '@loadout/serve';
import type { AgUiEvent } from './call-events.js';
import { errors } from './errors.js';
import { RunTelling } from './run-events.js';
import { type RunInput, runInput } from './run-input.js';

/** Pictures and files come inside the body. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;
const INPUT = '{"threadId": "…", "runId": "…", "messages": [{"id": "1", "role": "user", "content": "…"}]}';

/**
 * AG-UI 1.0: `POST /agui` for the only agent, or `POST /agui/NAME`. A thread is a session, and a call that needs an approval is an
 * interrupt of the run.
 */
export const agUiDoor: Door = {
  problem: ({ code, message, fix }) => ({ error: { code, message, fix } }),
  async answer(request) {
    const { path, method, incoming, outgoing, runs } = request;
    const agent = agentIn(path, runs.agents);
    if (method !== 'POST') throw serveErrors.HTTP_METHOD({ method, path, methods: ['POST'] });
    const input = runInput(await readObject(incoming, { sends: INPUT, most: MAX_BODY_BYTES }));
    const { told, ...started } = await startOrAnswer(input, { runs, agent });
    const telling = new RunTelling({ threadId: input.threadId, runId: input.runId, told });
    await tell(telling, { outgoing, runs, ...started });
  },
};

/** Throws HTTP_ROUTE. */
function agentIn(path: string, agents: readonly string[]): string | undefined {
  const found = /^\/agui(?:\/([^/]+))?$/.exec(path);
  if (found === null) throw serveErrors.HTTP_ROUTE({ path, routes: agents.map((one) => `/agui/${encodeURIComponent(one)}`) });
  return found[1] === undefined ? undefined : decoded(found[1]);
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

interface Wish {
  readonly runs: HttpRuns;
  readonly agent: string | undefined;
}

interface Started {
  readonly state: RunState;
  /** The calls that the run before it has told. */
  readonly told: readonly string[];
  /** The number of events that were told before. Absent: none, or a run of its own tells what comes after the answer. */
  readonly after?: number | undefined;
}

/** Starts a run of the thread, or lets one go on whose questions are answered. Throws AGUI_INPUT, AGUI_WAITS. */
async function startOrAnswer({ threadId, said, resume }: RunInput, { runs, agent }: Wish): Promise<Started> {
  const last = await runs.newest(threadId);
  const open = last?.state === 'waiting' ? (last.asks ?? []).map(({ call }) => call) : [];
  const given = resume.map(({ call }) => call);
  const fits = open.length === given.length && open.every((call) => given.includes(call));
  if (!fits) throw errors.AGUI_WAITS({ thread: threadId, open });
  if (last !== undefined && agent !== undefined && last.agent !== agent)
    throw errors.AGUI_INPUT({ field: 'threadId', problem: `names a thread of the agent ${JSON.stringify(last.agent)}` });
  if (last !== undefined && open.length > 0) {
    if (wordsForApproval(resume, last) !== undefined)
      throw errors.AGUI_INPUT({
        field: 'resume',
        problem: 'has texts for a call that needs an approval, which only approved gives',
      });
    const state = await runs.answer(last.id, resume);
    return { state, told: open, after: state.id === last.id ? last.events : undefined };
  }
  const prompt = promptOf(said, last !== undefined);
  if (prompt === undefined) throw errors.AGUI_INPUT({ field: 'messages', problem: 'must end with a message of the user' });
  const place = last === undefined ? { session: threadId } : { resume: threadId };
  return { state: await runs.start({ agent, prompt, asks: true, ...place }), told: [] };
}

interface Telling extends Pick<DoorRequest, 'outgoing' | 'runs'> {
  readonly state: RunState;
  readonly after?: number | undefined;
}

async function tell(telling: RunTelling, { outgoing, runs, state, after }: Telling): Promise<void> {
  const stream = new EventStream(outgoing, { 'x-loadout-run': state.id, 'x-loadout-session': state.session });
  const send = async (events: readonly AgUiEvent[]) => {
    for (const event of events) await stream.send(`data: ${JSON.stringify(event)}\n\n`);
  };
  await send(telling.begin());
  for await (const event of doorEvents(runs, state.id, stream.gone, { after, toQuestion: true })) await send(telling.of(event));
  if (!stream.gone.aborted) await send(telling.end(await runs.get(state.id)));
  stream.end();
}
