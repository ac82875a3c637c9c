import type { AnswerWish, HttpRuns, OpenAsk, RunState } from '../http-runs.js';
import { checkAgent } from './asked-run.js';
import type { CallResult } from './chat-messages.js';
import { type Fields, wrong } from './fields.js';
import { callId, callOf, runOf } from './response-ids.js';

/** The calls that the client is to make. A client that wants one after another is told the first. */
export function callsFor({ asks = [] }: RunState, { parallel_tool_calls: parallel }: Fields): readonly OpenAsk[] {
  const calls = asks.filter(({ ofClient }) => ofClient === true);
  return parallel === false ? calls.slice(0, 1) : calls;
}

/** A call as Chat Completions has it. */
export const toolCallOf = (run: string, { call, tool, input }: OpenAsk) => ({
  id: callId(run, call),
  type: 'function',
  function: { name: tool, arguments: argumentsOf(input) },
});

/** The input of a call as a text of JSON. */
export const argumentsOf = (input: unknown): string => (typeof input === 'string' ? input : JSON.stringify(input ?? {}));

/** The result of a call as an answer to what waits. */
export const resultOf = (call: string, text: string): AnswerWish => ({ call, behavior: 'allow', texts: [text] });

interface Asking {
  readonly runs: HttpRuns;
  readonly model: string;
  /** The session that the client names. Absent: the ids of the calls name it. */
  readonly session: string | undefined;
}

/** The run that waits for results, and the results as its answers. Throws OPENAI_FIELD unless they are of one run, and each is given once. */
export async function resultsFor(
  results: readonly CallResult[],
  { runs, model, session }: Asking,
): Promise<{ readonly state: RunState; readonly answers: readonly AnswerWish[] }> {
  const read = results.map(({ id, text, param }) => ({ ...callOf(id, param), id, text, param }));
  const [first] = read;
  if (first === undefined) throw wrong('messages', 'has no result');
  for (const [index, { id, run, param }] of read.entries()) {
    if (run !== first.run) throw wrong(param, 'belongs to a different answer than the results before it');
    if (read.findIndex((one) => one.id === id) !== index) throw wrong(param, 'belongs to a call that already has its result');
  }
  const state = await runOf(`resp_${first.run}`, { runs, param: first.param });
  checkAgent(state, model);
  if (session !== undefined && session !== state.session)
    throw wrong(first.param, 'belongs to a different session than x-loadout-session');
  return { state, answers: read.map(({ call, text }) => resultOf(call, text)) };
}
