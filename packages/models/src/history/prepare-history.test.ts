import type { Block, Message, Origin } from '@loadout/core/model';
import { describe, expect, it } from 'vitest';
import { isSameModel } from '../same-model.js';
import type { HistoryLoss } from './foreign-blocks.js';
import { type HistoryTarget, PreparedHistory, prepareHistory } from './prepare-history.js';

const made = (provider: string, api: string, model: string): Origin => ({ provider, api, model });
const MAKERS = {
  claude: made('anthropic', 'anthropic', 'claude-sonnet-5-5'),
  'another claude': made('anthropic', 'anthropic', 'claude-opus-5-5'),
  responses: made('openai', 'openai-responses', 'gpt-5'),
  chat: made('ollama', 'openai-chat', 'qwen3'),
  gemini: made('gemini', 'google', 'gemini-3-pro'),
  converse: made('bedrock', 'bedrock', 'amazon.nova-pro'),
  unknown: undefined,
} as const;
const TARGETS = Object.entries(MAKERS).flatMap(([name, origin]) => (origin === undefined ? [] : [[name, origin] as const]));

const text = (said: string): Block => ({ type: 'text', text: said });
const use = { type: 'tool_use', id: 'call_1', name: 'Read', input: { file_path: 'a' } };
/** Each kind of block of an answer: what another model gets in its place (`undefined`: nothing), and what is told. */
const KINDS: Readonly<Record<string, { block: Block; as: Block | undefined; loss?: HistoryLoss }>> = {
  text: { block: text('Hello.'), as: text('Hello.') },
  'text with data of its maker': { block: { ...text('Hello.'), providerState: { thoughtSignature: 'x' } }, as: text('Hello.') },
  'text with citations': {
    block: {
      ...text('It rains.'),
      citations: [{ type: 'web_search_result_location', url: 'https://a.example', title: 'A', encrypted_index: 'secret' }],
    },
    as: text('It rains. [A (https://a.example)]'),
    loss: 'citation',
  },
  'a call': { block: use, as: use },
  'a call with data of its maker': { block: { ...use, providerState: { id: 'fc_1' }, caller: { type: 'direct' } }, as: use },
  'signed thinking': {
    block: { type: 'thinking', thinking: 'It may rain.', signature: 'sig' },
    as: text('It may rain.'),
    loss: 'thinking as text',
  },
  'thinking without a signature': {
    block: { type: 'thinking', thinking: 'Hm.', providerState: { reasoning: 1 } },
    as: text('Hm.'),
    loss: 'thinking as text',
  },
  'an empty block with a signature': {
    block: { type: 'thinking', thinking: '', signature: 'sig' },
    as: undefined,
    loss: 'hidden thinking',
  },
  'redacted thinking': { block: { type: 'redacted_thinking', data: 'secret' }, as: undefined, loss: 'hidden thinking' },
  'encrypted reasoning': {
    block: { type: 'reasoning', providerState: { encrypted_content: 'secret' } },
    as: undefined,
    loss: 'hidden thinking',
  },
  'a call of a server tool': {
    block: { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'rain' } },
    as: text('[Used a tool of the provider: web_search {"query":"rain"}]'),
    loss: 'work of server tools',
  },
  'a result of a server tool': {
    block: {
      type: 'web_search_tool_result',
      tool_use_id: 'srvtoolu_1',
      content: [{ type: 'web_search_result', title: 'A', url: 'https://a.example', encrypted_content: 'secret' }],
    },
    as: text('[Result of a tool of the provider]\nA (https://a.example)'),
    loss: 'work of server tools',
  },
  'a picture': {
    block: { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'secret' } },
    as: text('[A picture of this answer was left out.]'),
    loss: 'picture',
  },
  'a block that nobody knows': { block: { type: 'made_up', encrypted: 'secret' }, as: undefined, loss: 'other block' },
};

const prompt: Message = { role: 'user', content: [text('Will it rain?')] };
const result: Message = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1', content: 'yes' }] };
const historyOf = (content: readonly Block[], origin: Origin | undefined): Message[] => {
  const answer: Message = { role: 'assistant', content, ...(origin === undefined ? {} : { origin }) };
  return content.some(({ type }) => type === 'tool_use') ? [prompt, answer, result] : [prompt, answer, prompt];
};
const targetOf = ({ api, model }: Origin): HistoryTarget => ({ api, model });
const lossesOf = (messages: readonly Message[], target: HistoryTarget) => {
  const told: HistoryLoss[] = [];
  const prepared = prepareHistory(messages, target, { tell: (_, losses) => told.push(...losses) });
  return { prepared, told };
};
/** A message without an origin counts as made through the Messages API. */
const isOwn = (origin: Origin | undefined, target: Origin) =>
  origin === undefined ? target.api === 'anthropic' : origin.api === target.api && origin.model === target.model;

describe.each(Object.entries(MAKERS))('an answer of %s (MODEL-03)', (_, origin) => {
  describe.each(TARGETS)('for %s', (__, target) => {
    it.each(Object.entries(KINDS))('%s', (___, { block, as, loss }) => {
      const messages = historyOf([text('First.'), block], origin);
      const { prepared, told } = lossesOf(messages, targetOf(target));
      if (isOwn(origin, target)) {
        expect(prepared).toBe(messages);
        expect(told).toEqual([]);
        return;
      }
      expect(prepared.map((message) => message.content)).toEqual([
        prompt.content,
        as === undefined ? [text('First.')] : [text('First.'), as],
        messages[2]?.content,
      ]);
      expect(told).toEqual(loss === undefined ? [] : [loss]);
      expect(JSON.stringify(prepared)).not.toMatch(/secret|providerState|origin.*signature/);
      expect(prepareHistory(prepared, targetOf(target))).toEqual(prepared);
    });
  });
});

const GEMINI = targetOf(MAKERS.gemini);

describe('prepareHistory (MODEL-03)', () => {
  it('keeps an answer of nothing but hidden thinking as a sentence, so that the roles still alternate', () => {
    const [, answer] = prepareHistory(historyOf([{ type: 'redacted_thinking', data: 'x' }], MAKERS.claude), GEMINI);
    expect(answer?.content).toEqual([text('[This answer held nothing that another model can read.]')]);
  });

  it('asks another model to go on where an answer was paused, at the end and in the middle', () => {
    const paused: Message = { role: 'assistant', content: [text('Searching.')], origin: MAKERS.claude };
    const goOn = { role: 'user', content: [text('Continue.')] };
    expect(prepareHistory([prompt, paused], GEMINI)).toEqual([prompt, paused, goOn]);
    const next: Message = { role: 'assistant', content: [text('Found.')], origin: MAKERS.gemini };
    const both = [prompt, paused, next, prompt];
    expect(prepareHistory(both, GEMINI)).toEqual([prompt, paused, goOn, next, prompt]);
    expect(prepareHistory(both, targetOf(MAKERS.claude))).toEqual([prompt, paused, goOn, next, prompt]);
    const growing = new PreparedHistory(GEMINI);
    growing.of([prompt, paused, next]);
    expect(growing.of([prompt, paused, { ...next, content: [...next.content, text('More.')] }])).toHaveLength(4);
    const own = [prompt, paused, paused];
    expect(prepareHistory(own, targetOf(MAKERS.claude))).toBe(own);
  });

  it('keeps the objects of messages that need no change, so that cached bytes stay', () => {
    const plain: Message = { role: 'assistant', content: [text('Plain.')], origin: MAKERS.claude };
    const hidden: Message = { role: 'assistant', content: [{ type: 'redacted_thinking', data: 'x' }], origin: MAKERS.claude };
    const messages = [prompt, plain, prompt, hidden, prompt];
    const prepared = prepareHistory(messages, GEMINI);
    expect(prepared.map((message, index) => message === messages[index])).toEqual([true, true, true, false, true]);
    expect(Object.isFrozen(prepared[3]) && Object.isFrozen(prepared[3]?.content)).toBe(true);
    expect(prepareHistory([prompt, plain, prompt], GEMINI)[1]).toBe(plain);
  });

  it('treats an answer whose thinking was refused as one of another model', () => {
    const messages = historyOf([{ type: 'thinking', thinking: 'Hm.', signature: 'old' }, text('Yes.')], MAKERS.claude);
    const refused = new Set(messages);
    expect(prepareHistory(messages, targetOf(MAKERS.claude), { refused })[1]?.content).toEqual([text('Hm.'), text('Yes.')]);
  });

  it('cuts long results of server tools', () => {
    const block = { type: 'code_execution_tool_result', content: { stdout: 'x'.repeat(20_000), encrypted_stdout: 'secret' } };
    const [, answer] = prepareHistory(historyOf([block], MAKERS.claude), GEMINI);
    expect(JSON.stringify(answer).length).toBeLessThan(9_000);
    expect(JSON.stringify(answer)).toContain('[cut]');
  });
});

const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBO' } };
const pdf = { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBE' } };
const note = { type: 'document', title: 'Notes', source: { type: 'text', media_type: 'text/plain', data: 'Buy milk.' } };
const resultWith = (...content: readonly unknown[]): Message => ({
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: 'call_1', content }, text('And?')],
});
const contentFor = (message: Message, target: Partial<HistoryTarget>) =>
  lossesOf([message], { api: 'openai-chat', model: 'm', ...target });

describe('what a user sends, for a model that cannot read all of it (MODEL-03)', () => {
  it('is the same if nothing is known of the model', () => {
    const message = resultWith(text('Seen.'), picture, pdf);
    expect(contentFor(message, {}).prepared[0]).toBe(message);
    expect(contentFor(message, { capabilities: { images: true, documents: true, resultImages: true } }).prepared[0]).toBe(
      message,
    );
  });

  it('says in place of a picture or a document that it was left out, also inside of results', () => {
    const message: Message = { role: 'user', content: [...resultWith(picture).content, picture, pdf] };
    const { prepared, told } = contentFor(message, { capabilities: { images: false, documents: false } });
    const left = (what: string) => text(`[A ${what} was left out: this model cannot read it.]`);
    expect(prepared[0]?.content).toEqual([
      { type: 'tool_result', tool_use_id: 'call_1', content: [left('picture')] },
      text('And?'),
      left('picture'),
      left('document'),
    ]);
    expect(told).toEqual(['picture', 'document']);
  });

  it('keeps the text of a document of text', () => {
    const { prepared, told } = contentFor({ role: 'user', content: [note] }, { capabilities: { documents: false } });
    expect([prepared[0]?.content, told]).toEqual([[text('Notes\nBuy milk.')], []]);
  });

  it('has pictures behind the results for a model that takes none inside of them', () => {
    const { prepared, told } = contentFor(resultWith(text('Seen.'), picture), { capabilities: { resultImages: false } });
    expect(prepared[0]?.content).toEqual([
      { type: 'tool_result', tool_use_id: 'call_1', content: [text('Seen.'), text('[The picture 1 follows the results.]')] },
      text('[The picture 1 of the results:]'),
      picture,
      text('And?'),
    ]);
    expect(told).toEqual([]);
  });

  it('has text in place of blocks that only the Messages API knows', () => {
    const found = { type: 'search_result', title: 'A', source: 'https://a.example', content: [text('Rain.')] };
    const message = resultWith({ type: 'tool_reference', tool_name: 'Find' }, found);
    const { prepared } = contentFor(message, {});
    expect(prepared[0]?.content[0]).toMatchObject({
      content: [text('The tool Find is loaded.'), text('A\nRain.\nhttps://a.example')],
    });
    expect(contentFor(message, { api: 'anthropic' }).prepared[0]).toBe(message);
    const uploaded = { type: 'image', source: { type: 'file', file_id: 'file_1' } };
    expect(contentFor({ role: 'user', content: [uploaded] }, {}).told).toEqual(['picture']);
  });
});

describe('a growing conversation (MODEL-03)', () => {
  const thought: Message = {
    role: 'assistant',
    content: [{ type: 'thinking', thinking: 'Hm.', signature: 's' }, use],
    origin: MAKERS.claude,
  };
  const own: Message = { role: 'assistant', content: [text('Mine.')], origin: MAKERS.gemini };

  it('is looked at once, and the prepared beginning keeps its objects', () => {
    const looked: Message[] = [];
    const history = new PreparedHistory(GEMINI, { tell: (message) => looked.push(message) });
    const messages: Message[] = [prompt, thought, result];
    const first = [...history.of(messages)];
    messages.push(own, prompt);
    const second = history.of(messages);
    expect(looked).toEqual([thought]);
    expect(second.slice(0, 3).every((message, index) => message === first[index])).toBe(true);
    expect(second).toEqual(prepareHistory(messages, GEMINI));
  });

  it('is looked at again where the last message has grown', () => {
    const history = new PreparedHistory({ ...GEMINI, capabilities: { images: false } });
    const messages: Message[] = [prompt, thought, result];
    history.of(messages);
    messages[2] = { role: 'user', content: [...result.content, picture] };
    expect(history.of(messages)).toEqual(prepareHistory(messages, { ...GEMINI, capabilities: { images: false } }));
    messages[2] = { role: 'user', content: [...result.content, text('plain')] };
    messages.push(own);
    expect(history.of(messages)).toEqual(prepareHistory(messages, { ...GEMINI, capabilities: { images: false } }));
  });

  it('knows whether another model began the work on the last prompt', () => {
    const history = new PreparedHistory(GEMINI);
    const messages: Message[] = [prompt, thought, result];
    history.of(messages);
    expect(history.isLoopForeign).toBe(true);
    messages.push(own, prompt);
    history.of(messages);
    expect(history.isLoopForeign).toBe(false);
  });
});

describe('the names of one model', () => {
  it.each([
    'claude-sonnet-5-5',
    'us.anthropic.claude-sonnet-5-5-v1:0',
    'anthropic.claude-sonnet-5-5-20260101-v1:0',
    'claude-sonnet-5-5@20260101',
    'anthropic/claude-sonnet-5-5',
    'claude-sonnet-5-5[1m]',
  ])('of Claude are one on every transport: %s', (name) => {
    expect(isSameModel('anthropic', 'claude-sonnet-5-5', name)).toBe(true);
    expect(isSameModel('anthropic', 'claude-sonnet-5', name)).toBe(false);
    expect(isSameModel('openai-chat', 'claude-sonnet-5-5', name)).toBe(name === 'claude-sonnet-5-5');
  });
});
