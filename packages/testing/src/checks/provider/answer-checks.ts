import { isLoadoutError } from '@loadout/core';
import type { Usage } from '@loadout/core/model';
import type { Reply } from '../../wires/reply.js';
import type { Problem } from '../check.js';
import { ask, blocksOf, callsOf, eventsOf, type Heard, requestOf, textIn } from './conversation.js';
import type { ProviderCases } from './provider-cases.js';
import { inWorld, show, showError, soon, type World } from './provider-world.js';

/** Asks once and looks at the answer, which must not be an error. */
const answered = (cases: ProviderCases, reply: Reply, look: (heard: Heard) => Problem): Promise<Problem> =>
  inWorld(cases, { replies: [reply] }, async ({ provider }) => {
    const heard = await ask(provider);
    return heard.error === undefined ? look(heard) : `the answer failed with ${showError(heard.error)}`;
  });

const HELLO: Reply = { text: ['Hel', 'lo ', 'Wörld 🦊.'] };

export const textProblem = (cases: ProviderCases): Promise<Problem> =>
  answered(cases, HELLO, (heard) => {
    const streamed = eventsOf(heard, 'text').map((event) => event.text);
    if (streamed.join('') !== 'Hello Wörld 🦊.') return `the text events hold ${show(streamed)}`;
    return textIn(heard) === 'Hello Wörld 🦊.' ? undefined : `the text blocks hold ${show(textIn(heard))}`;
  });

/** `start`, then the parts, then exactly one `end`. */
export const orderProblem = (cases: ProviderCases): Promise<Problem> =>
  answered(cases, { ...HELLO, tools: [{ name: 'Read', input: { file_path: 'a' } }] }, (heard) => {
    const types = heard.events.map((event) => event.type).filter((type) => type !== 'rate_limits' && type !== 'raw');
    const [first] = types;
    if (first !== 'start') return `the first event is ${show(first)}`;
    if (types.filter((type) => type === 'start').length > 1) return 'there is more than one start';
    if (types.indexOf('end') !== types.length - 1) return `end is event ${types.indexOf('end')} of ${types.length - 1}`;
    const before = eventsOf(heard, 'start')[0];
    return typeof before?.id === 'string' && before.id !== '' ? undefined : 'start has no id';
  });

export const thinkingProblem = (cases: ProviderCases): Promise<Problem> =>
  answered(cases, { thinking: 'Let me see.', text: 'Yes.' }, (heard) => {
    const shown = eventsOf(heard, 'thinking').map((event) => event.text);
    if (shown.join('') !== 'Let me see.') return `the thinking events hold ${show(shown)}`;
    const types = blocksOf(heard).map((block) => block.type);
    return types.length === 2 && types[1] === 'text' ? undefined : `the blocks are ${show(types)}`;
  });

export const emptyTextProblem = (cases: ProviderCases): Promise<Problem> =>
  answered(cases, { text: '', tools: [{ name: 'Read', input: { file_path: 'a' } }] }, (heard) => {
    const types = blocksOf(heard).map((block) => block.type);
    return types.includes('text') ? `the blocks are ${show(types)}` : undefined;
  });

const TWO: Reply['tools'] = [
  { name: 'Read', input: { file_path: 'ä "quoted" {brace}' } },
  { name: 'Grep', input: { pattern: '\\{\n' } },
];

export const callsProblem = (cases: ProviderCases, chunkChars: number | undefined): Promise<Problem> =>
  answered(cases, { tools: TWO, chunkChars }, (heard) => {
    const seen = callsOf(heard).map(({ name, input }) => ({ name, input }));
    if (show(seen) !== show(TWO)) return `the calls are ${show(seen)}`;
    const ids = new Set(callsOf(heard).map(({ id }) => id));
    if (ids.size !== 2 || ids.has('')) return `their ids are ${show([...ids])}`;
    return eventsOf(heard, 'end')[0]?.stopReason === 'tool_use' ? undefined : 'the stop reason is not tool_use';
  });

/** The call is out while the answer still streams, two parts behind it. */
export function earlyCallProblem(cases: ProviderCases): Promise<Problem> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const tools = [...(TWO ?? []), { name: 'Read', input: { file_path: 'b' } }];
  const reply: Reply = { tools, hold: (index) => (index === 1 ? held : Promise.resolve()) };
  const asked = async ({ provider }: World): Promise<Problem> => {
    const heard = await ask(provider, requestOf(), { onEvent: (event) => event.type === 'block' && release() });
    return callsOf(heard).length === 3 ? undefined : `the calls are ${show(callsOf(heard))}`;
  };
  return inWorld(cases, { replies: [reply] }, (world) =>
    soon(asked(world), 'the server sent two whole calls and held back the third, and no call came'),
  );
}

export const malformedProblem = (cases: ProviderCases, rawInput: string): Promise<Problem> =>
  answered(cases, { tools: [{ name: 'Read', rawInput }] }, (heard) => {
    const [call] = callsOf(heard);
    if (call === undefined) return 'there is no call';
    if (call.malformed !== rawInput) return `malformed is ${show(call.malformed)}, expected ${show(rawInput)}`;
    return show(call.input) === '{}' ? undefined : `the input is ${show(call.input)}, expected {}`;
  });

const usageIn = (heard: Heard): Usage | undefined => eventsOf(heard, 'end')[0]?.usage;

export const usageProblem = (cases: ProviderCases): Promise<Problem> =>
  answered(cases, { ...HELLO, usage: { input_tokens: 70, output_tokens: 9 } }, (heard) => {
    const { input_tokens, output_tokens } = usageIn(heard) ?? {};
    const seen = `${input_tokens} in, ${output_tokens} out`;
    return seen === '70 in, 9 out' ? undefined : `the usage is ${seen}, expected 70 in, 9 out`;
  });

/** Cached tokens are counted beside `input_tokens`, not inside of it. */
export const cachedInputProblem = (cases: ProviderCases): Promise<Problem> =>
  answered(cases, { ...HELLO, usage: { input_tokens: 70, cache_read_input_tokens: 30, output_tokens: 9 } }, (heard) => {
    const usage = usageIn(heard);
    const seen = `${usage?.input_tokens} in and ${usage?.cache_read_input_tokens} cached`;
    return seen === '70 in and 30 cached' ? undefined : `the usage is ${seen}, expected 70 in and 30 cached`;
  });

export const unknownUsageProblem = (cases: ProviderCases): Promise<Problem> =>
  answered(cases, { ...HELLO, usage: null }, (heard) => {
    if (eventsOf(heard, 'end').length !== 1) return 'there is no end';
    return usageIn(heard) === undefined ? undefined : `the usage is ${show(usageIn(heard))}, expected undefined`;
  });

export const stopReasonProblem = (cases: ProviderCases, stopReason: string): Promise<Problem> =>
  answered(cases, { ...HELLO, stopReason }, (heard) => {
    const seen = eventsOf(heard, 'end')[0]?.stopReason;
    return seen === stopReason ? undefined : `the stop reason is ${show(seen)}`;
  });

export const compressedProblem = (cases: ProviderCases): Promise<Problem> =>
  answered(cases, { ...HELLO, encoding: 'gzip' }, (heard) =>
    textIn(heard) === 'Hello Wörld 🦊.' ? undefined : `the text is ${show(textIn(heard))}`,
  );

/** An answer without end is given up by the provider, and its connection is closed. */
export const answerLimitProblem = (cases: ProviderCases): Promise<Problem> =>
  inWorld(cases, { replies: [{ text: 'x'.repeat(1000), fault: 'endless' }] }, ({ provider, api }) => {
    const asked = async (): Promise<Problem> => {
      const { error, events } = await ask(provider, requestOf(), { maxAnswerChars: 20_000 });
      if (!isLoadoutError(error)) return `it ended with ${showError(error)} after ${events.length} events`;
      await api.requests[0]?.disconnected;
      return undefined;
    };
    return soon(asked(), 'it did not give up the answer and close its connection');
  });
