import { isObject } from '@loadout/core';
import type { Said } from '../conversation.js';
import type { AnswerWish, HttpRuns, RunState } from '../http-runs.js';
import { checkAgent } from './asked-run.js';
import { calledBlock, ROLES, roleIn, textOfResult } from './chat-messages.js';
import { blocksOf } from './content.js';
import { type Fields, listIn, textIn, wrong } from './fields.js';
import { approvalOf, callOf, runOf, textOfItem } from './response-ids.js';
import { resultOf } from './tool-calls.js';

/** The input of a request: messages, or answers to the questions of a run. */
export interface Input {
  readonly said: readonly Said[];
  readonly answers: readonly (AnswerWish & { readonly run: string })[];
}

/** Items that say nothing to an agent: its session has them. */
const IGNORED = ['reasoning', 'mcp_approval_request', 'mcp_list_tools', 'mcp_call'];

interface Reading {
  readonly runs: HttpRuns;
  /** Whether the client runs tools, and may tell of their calls. */
  readonly hasTools: boolean;
}

/** Reads `instructions` and `input`. Throws OPENAI_FIELD. */
export async function inputOf(body: Fields, reading: Reading): Promise<Input> {
  const instructions = textIn(body, 'instructions');
  const said: Said[] =
    instructions === undefined ? [] : [{ role: 'instructions', blocks: [{ type: 'text', text: instructions }] }];
  const answers: Input['answers'][number][] = [];
  const items = typeof body.input === 'string' ? [{ role: 'user', content: body.input }] : (listIn(body, 'input') ?? []);
  const results = resultsAtEnd(items);
  for (const [index, item] of items.entries()) {
    const param = `input[${index}]`;
    if (!isObject(item)) throw wrong(param, 'must be an object');
    const type = textIn(item, 'type', `${param}.type`) ?? 'message';
    if (type === 'mcp_approval_response') answers.push(answerIn(item, param));
    else if (reading.hasTools && results.has(item)) answers.push(resultIn(item, param));
    else said.push(...(await saidIn(item, { ...reading, param, type })));
  }
  if (new Set(answers.map(({ run, call }) => `${run}.${call}`)).size < answers.length)
    throw wrong('input', 'has two answers for the same call');
  return { said, answers };
}

/** Returns the results behind the last message. Those before it are part of the talk. */
function resultsAtEnd(items: readonly unknown[]): ReadonlySet<unknown> {
  const isOf = (item: unknown, types: readonly unknown[]) => isObject(item) && types.includes(item.type);
  const from = items.findLastIndex((item) => isOf(item, ['message', undefined, null]));
  return new Set(items.slice(from + 1).filter((item) => isOf(item, ['function_call_output'])));
}

async function saidIn(
  item: Fields,
  { runs, hasTools, param, type }: Reading & { readonly param: string; readonly type: string },
): Promise<readonly Said[]> {
  if (type === 'message') return [messageIn(item, param)];
  if (type === 'item_reference') return [await referenceIn(item, { runs, param })];
  if (hasTools && type === 'function_call') return [{ role: 'assistant', blocks: [calledBlock(item, param)] }];
  if (hasTools && type === 'function_call_output') return [{ role: 'tool', blocks: blocksOf(item.output, `${param}.output`) }];
  if (IGNORED.includes(type)) return [];
  throw wrong(`${param}.type`, `is ${JSON.stringify(type)}, which an agent does not accept`);
}

function resultIn(item: Fields, param: string): Input['answers'][number] {
  const { run, call } = callOf(textIn(item, 'call_id', `${param}.call_id`) ?? '', `${param}.call_id`);
  return { run, ...resultOf(call, textOfResult(blocksOf(item.output, `${param}.output`), `${param}.output`)) };
}

function messageIn(item: Fields, param: string): Said {
  return { role: roleIn(item, param, ROLES), blocks: blocksOf(item.content, `${param}.content`) };
}

async function referenceIn(item: Fields, { runs, param }: { readonly runs: HttpRuns; readonly param: string }): Promise<Said> {
  const id = textIn(item, 'id', `${param}.id`) ?? '';
  // A client that keeps its items here names also the question that it answers, and the call that it made.
  const text = /^(mcpr|fc)_/.test(id) ? '' : await textOfItem(id, { runs, param: `${param}.id` });
  return { role: 'assistant', blocks: [{ type: 'text', text }] };
}

function answerIn(item: Fields, param: string): Input['answers'][number] {
  const id = textIn(item, 'approval_request_id', `${param}.approval_request_id`) ?? '';
  if (typeof item.approve !== 'boolean') throw wrong(`${param}.approve`, 'must be true or false');
  const message = textIn(item, 'reason', `${param}.reason`);
  return { ...approvalOf(id, `${param}.approval_request_id`), behavior: item.approve ? 'allow' : 'deny', message };
}

/** The response that a request continues. Throws OPENAI_FIELD unless it is the last of its session and of the same agent. */
export async function previousOf(body: Fields, { runs, model }: { readonly runs: HttpRuns; readonly model: string }) {
  const param = 'previous_response_id';
  const id = textIn(body, param);
  if (id === undefined) return undefined;
  const previous = await runOf(id, { runs, param });
  checkAgent(previous, model);
  if ((await runs.newest(previous.session))?.id !== previous.id)
    throw wrong(param, 'names a response that another one follows', 'Continue from the newest response of the session.');
  return previous;
}

/** The run whose questions are answered. Throws OPENAI_FIELD if the answers are for several runs, or for another one than the previous response. */
export async function answeredRun(
  { answers }: Input,
  { runs, model, previous }: { readonly runs: HttpRuns; readonly model: string; readonly previous: RunState | undefined },
): Promise<RunState | undefined> {
  const [first] = answers;
  if (first === undefined) return undefined;
  const param = 'input';
  if (answers.some(({ run }) => run !== (previous?.id ?? first.run)))
    throw wrong(param, 'answers a question of another response', 'Answer the questions of one response, and continue from it.');
  const asking = previous ?? (await runOf(`resp_${first.run}`, { runs, param }));
  checkAgent(asking, model);
  return asking;
}
