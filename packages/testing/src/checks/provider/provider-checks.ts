import type { Block, Message } from '@loadout/core/model';
import { pngOf } from '../../png-of.js';
import type { Reply } from '../../wires/reply.js';
import { type Check, checksOf, type Problem, register, type TestRunner } from '../check.js';
import * as answers from './answer-checks.js';
import { ask, blocksOf, callsOf, requestOf, text, userMessage } from './conversation.js';
import * as failures from './failure-checks.js';
import * as table from './failure-table-checks.js';
import { oddityProblem } from './oddity-checks.js';
import type { ProviderAbility, ProviderCases } from './provider-cases.js';
import { inWorld, showError } from './provider-world.js';

/** All that must hold of a model provider, as checks that any runner can run. */
export function providerChecks(name: string, cases: ProviderCases): Check[] {
  const check = checksOf(`The provider ${name}`);
  const able = (ability: ProviderAbility, checks: readonly Check[]) => (cases.without?.[ability] === undefined ? checks : []);
  const one = (sentence: string, problem: () => Promise<Problem>) => check(sentence, problem);
  return [
    ...answerChecks(cases, { one, able }),
    ...failureChecks(cases, { one, able }),
    one('sends requests that the API takes, in a conversation with tools', () => conversationProblem(cases)),
    ...(cases.wire.oddities ?? []).map((oddity) => one(`reads a stream that ${oddity.name}`, () => oddityProblem(cases, oddity))),
  ];
}

interface Making {
  readonly one: (sentence: string, problem: () => Promise<Problem>) => Check;
  readonly able: (ability: ProviderAbility, checks: readonly Check[]) => readonly Check[];
}

function answerChecks(cases: ProviderCases, { one, able }: Making): Check[] {
  return [
    one('shows text as it comes, and gives it as a block', () => answers.textProblem(cases)),
    one('begins with start and ends with exactly one end', () => answers.orderProblem(cases)),
    one('leaves out an empty text', () => answers.emptyTextProblem(cases)),
    ...able('thinking', [one('shows thinking', () => answers.thinkingProblem(cases))]),
    one('gives calls side by side, with ids of their own', () => answers.callsProblem(cases, undefined)),
    one('puts the input of a call together from pieces', () => answers.callsProblem(cases, 1)),
    ...able('early calls', [one('hands out a call while a later one streams', () => answers.earlyCallProblem(cases))]),
    ...able('malformed input', [
      ...['{"file_path": ', '[1]', '{"a":1}}', 'null'].map((raw) =>
        one(`reports the input ${raw} as malformed`, () => answers.malformedProblem(cases, raw)),
      ),
    ]),
    ...able('usage', [one('reports the usage', () => answers.usageProblem(cases))]),
    ...able('cached input', [one('counts cached input apart', () => answers.cachedInputProblem(cases))]),
    one('reports a usage that the server does not tell as unknown', () => answers.unknownUsageProblem(cases)),
    ...['end_turn', 'max_tokens', 'refusal'].map((reason) =>
      one(`reports the stop reason ${reason}`, () => answers.stopReasonProblem(cases, reason)),
    ),
    one('reads an answer that is compressed unasked', () => answers.compressedProblem(cases)),
    ...able('answer limit', [one('gives up an answer without an end', () => answers.answerLimitProblem(cases))]),
  ];
}

/** All cells of the table of failures: each code, before, in and after an answer. */
function tableChecks(cases: ProviderCases, { one, able }: Making): readonly Check[] {
  const moments = Object.keys(table.MOMENTS) as table.FailureMoment[];
  const { mute = [] } = cases.wire;
  const reported = table.CODES.filter(([status]) => !mute.includes(status));
  return [
    ...table.CODES.map(([status, code]) =>
      one(`asks again for the status ${status} if it may pass`, () => table.refusedProblem(cases, { status, code })),
    ),
    ...moments.flatMap((moment) => [
      ...able(
        'stream errors',
        reported.map(([status, code]) =>
          one(`reports ${code} of the stream (${status}), ${moment} (F19)`, () =>
            table.reportedProblem(cases, { status, code, moment }),
          ),
        ),
      ),
      one(`reports a connection that is cut, ${moment}`, () => table.cutOffProblem(cases, moment)),
      ...able('timeout', [one(`gives up a silent server, ${moment}`, () => table.silenceProblem(cases, moment, 'nothing'))]),
    ]),
    ...able('timeout', [
      one('gives up a server that sends only comments (F17)', () => table.silenceProblem(cases, 'in an answer', 'comments')),
    ]),
  ];
}

function failureChecks(cases: ProviderCases, { one, able }: Making): Check[] {
  return [
    ...table.CODES.map(([status, code]) =>
      one(`reports the status ${status} as ${code}, in the words of the server`, () =>
        failures.statusProblem(cases, status, code),
      ),
    ),
    ...tableChecks(cases, { one, able }),
    ...able('retries', [one('waits as long as the server asks', () => table.askedWaitProblem(cases))]),
    ...able('retries', [one('sends a request again that failed for a passing reason', () => failures.retryProblem(cases))]),
    one('sends a request that is wrong only once', () => failures.noRetryProblem(cases)),
    one('sends nothing again after a block, if the stream is cut', () =>
      failures.lateFailureProblem(cases, { cutAfterBlocks: 2 }),
    ),
    one('sends nothing again after a block, if the stream tells of an error', () => {
      const errorEvent = { type: 'server_error', message: 'too much' };
      return failures.lateFailureProblem(cases, { errorEvent, afterBlocks: 2 });
    }),
    one('gives no half block if the stream is cut at any byte', () => failures.cutProblem(cases)),
    one('shows its credential nowhere, and names it in secrets', () => failures.secretProblem(cases)),
    ...(['before', 'while the server is silent', 'in the answer'] as const).map((when) =>
      one(`stops when it is aborted: ${when}`, () => failures.abortProblem(cases, when)),
    ),
  ];
}

const REPLIES: readonly Reply[] = [
  { thinking: 'First both.', text: 'Looking.', tools: ['a', 'b'].map((file_path) => ({ name: 'Read', input: { file_path } })) },
  { tools: [{ name: 'Grep', input: { pattern: 'x' } }] },
  { tools: [{ name: 'Read', rawInput: '{"file_path": ' }] },
  { thinking: 'That was it.', text: 'Done.' },
  { text: 'You are welcome.' },
];

/** Calls side by side, thinking, an error, a picture and malformed input: the API takes each of the requests. */
const conversationProblem = (cases: ProviderCases): Promise<Problem> =>
  inWorld(cases, { replies: REPLIES }, async ({ provider, api }) => {
    const messages: Message[] = [userMessage(text('Find the word.'))];
    for (const [turn] of REPLIES.entries()) {
      const heard = await ask(provider, requestOf([...messages]));
      if (heard.error !== undefined) return `turn ${turn + 1} failed with ${showError(heard.error)}`;
      messages.push(Object.freeze({ role: 'assistant', content: blocksOf(heard) }));
      const results = callsOf(heard).map(({ id }, index) => resultOf(id, turn + index));
      messages.push(results.length > 0 ? userMessage(...results) : userMessage(text('Thank you.')));
    }
    const invalid = api.requests.flatMap((request, index) =>
      cases.wire.validate(request).map((sentence) => `request ${index + 1}: ${sentence}`),
    );
    return invalid.length === 0 ? undefined : invalid.join('; ');
  });

/** A text, an error, a picture, and an empty result, by turns. */
function resultOf(tool_use_id: string, number: number): Block {
  const picture = {
    type: 'image',
    source: { type: 'base64', media_type: 'image/png', data: pngOf(Buffer.from('a')).toString('base64') },
  };
  const contents = ['the word', 'it failed', [{ type: 'text', text: 'a picture' }, picture], ''] as const;
  const content = contents[number % contents.length] ?? '';
  return { type: 'tool_result', tool_use_id, content, ...(content === 'it failed' ? { is_error: true } : {}) };
}

/** Tests the rules for every model provider, with the `describe` and `it` of the caller. */
export function describeProvider(name: string, cases: ProviderCases & TestRunner): void {
  register(`provider ${name} over ${cases.wire.name}`, { runner: cases, checks: providerChecks(name, cases) });
}
