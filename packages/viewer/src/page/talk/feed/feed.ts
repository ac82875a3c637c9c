import { callTitle } from '../../../build/call-title.js';
import { type DecisionFacts, decisionOf } from '../../../build/decision-of.js';
import { denialFacts } from '../../../build/denial-facts.js';
import { count, dollars, duration, tokens } from '../../text/format.js';
import { type Fields, fieldsOf, listOf, numberIn, textIn } from './fields.js';
import type { CallItem, CallState, EndItem, Item, TextItem } from './item.js';

const STATES: readonly string[] = ['done', 'failed', 'denied', 'refused', 'interrupted', 'deferred'];

/** Text that the model reads and a person has not written. */
const REMINDER = /^\s*<(?:system-reminder|conversation-summary)>/;

/** A conversation as its events tell it: of all its runs, one after the other, live or from the record. */
export class Feed {
  readonly #items: Item[] = [];
  #keys = 0;
  #cwd: string | undefined;
  #mode: string | undefined;
  /** The keys of the texts of the message under way. */
  #open: string[] = [];
  /** Whether the message under way has text that the engine tells again with its number. */
  #isLive = false;

  get items(): readonly Item[] {
    return this.#items;
  }

  /** Adds an event. `isLive`: the engine tells it once now, and its text again when it is on record. */
  add(told: unknown, { isLive = false }: { readonly isLive?: boolean } = {}): void {
    const event = fieldsOf(told);
    switch (event.type) {
      case 'text':
      case 'thinking':
        this.#text(event.type, textIn(event.text), isLive);
        break;
      case 'init':
        this.#init(fieldsOf(event.init));
        break;
      case 'message_start':
        this.#close();
        break;
      case 'message':
        this.#message(event);
        break;
      case 'discard':
        this.#discard(event);
        break;
      case 'prompt':
        this.#prompt(event);
        break;
      case 'result':
        this.#end(event.result);
        break;
      case 'notice':
        this.#note(textIn(event.message));
        break;
      case 'subagent':
        this.#under(event);
        break;
      default:
        this.#ofCall(event, []);
    }
  }

  #init({ cwd, permissionMode }: Fields): void {
    this.#close();
    this.#cwd = textIn(cwd) || undefined;
    this.#mode = textIn(permissionMode) || undefined;
  }

  #under(event: Fields): void {
    const under = Array.isArray(event.path) ? event.path.map(textIn) : [];
    const inner = fieldsOf(event.event);
    if (inner.type !== 'message') this.#ofCall(inner, under);
    for (const block of inner.type === 'message' ? listOf(fieldsOf(inner.message).content) : []) {
      if (block.type === 'text') this.#push({ kind: 'text', key: this.#key(), under, pieces: grow([], textIn(block.text)) });
      if (block.type === 'tool_use') this.#call(block, under);
    }
  }

  #ofCall(event: Fields, under: readonly string[]): void {
    if (event.type === 'tool_call' || event.type === 'tool_start') this.#call(event, under);
    if (event.type === 'permitted') this.#permitted(event, under);
    if (event.type === 'tool_result') this.#result(event, under);
  }

  #text(kind: TextItem['kind'], text: string, isLive: boolean): void {
    if (text === '') return;
    // The record tells as a whole what was told in pieces.
    if (this.#isLive && !isLive) this.#remove(this.#open.splice(0));
    this.#isLive = isLive;
    const last = this.#items.at(-1);
    if (last !== undefined && last.kind === kind && last.key === this.#open.at(-1)) {
      this.#replace({ ...last, pieces: grow(last.pieces, text) });
      return;
    }
    const key = this.#key();
    this.#open.push(key);
    this.#push({ kind, key, under: [], pieces: grow([], text) });
  }

  /** The whole message: its texts take the place of what was streamed, and stand before its calls. */
  #message(event: Fields): void {
    const blocks = listOf(fieldsOf(event.message).content);
    const calls = blocks.filter((block) => block.type === 'tool_use');
    for (const call of calls) this.#call(call, []);
    const text = blocks.map((block) => (block.type === 'text' ? textIn(block.text) : '')).join('');
    const streamed = this.#items.filter((item): item is TextItem => item.kind === 'text' && this.#open.includes(item.key));
    const first = Math.min(...calls.map(({ id }) => this.#at(callKey(id, []))), this.#items.length);
    const isWhole = streamed.map(({ pieces }) => pieces.join('')).join('') === text;
    const isBefore = streamed.length === 0 || this.#at(streamed[0]?.key ?? '') <= first;
    if (text !== '' && !(isWhole && isBefore)) {
      const [{ key } = { key: this.#key() }] = streamed;
      const at = Math.min(first, streamed.length === 0 ? first : this.#at(key));
      this.#remove(streamed.map((item) => item.key));
      this.#items.splice(at, 0, { kind: 'text', key, under: [], pieces: grow([], text) });
    }
    this.#close();
  }

  #discard({ reason }: Fields): void {
    this.#remove(this.#open);
    this.#close();
    this.#note(`The answer broke off and begins again: ${textIn(reason)}`);
  }

  #prompt(event: Fields): void {
    const blocks = listOf(fieldsOf(event.message).content);
    const own = blocks.filter((block) => block.type !== 'tool_result' && !REMINDER.test(textIn(block.text)));
    const text = own.map((block) => (block.type === 'text' ? textIn(block.text) : `(${textIn(block.type)})`)).join('\n');
    if (text.trim() !== '') this.#push({ kind: 'prompt', key: this.#key(), text });
  }

  #end(result: unknown): void {
    this.#close();
    if (fieldsOf(result).outcome !== 'deferred') this.#push(endItem(result, this.#key()));
  }

  #note(text: string): void {
    if (text !== '') this.#push({ kind: 'note', key: this.#key(), text });
  }

  /** Adds a call, or tells what an earlier event did not know of it. A call that waited begins again. */
  #call({ id, name, input, type }: Fields, under: readonly string[]): CallItem {
    const key = callKey(id, under);
    const before = this.#items[this.#at(key)];
    const title = callTitle(input, this.#cwd);
    const told = { id: textIn(id), tool: textIn(name), input, title };
    if (before?.kind !== 'call') {
      const call: CallItem = { kind: 'call', key, under, ...told, state: 'running' };
      this.#push(call);
      return call;
    }
    const isAgain = before.state === 'deferred' && type !== 'tool_use';
    const next: CallItem = { ...before, ...told, ...(isAgain ? { state: 'running', result: undefined } : {}) };
    this.#replace(next);
    return next;
  }

  #permitted(event: Fields, under: readonly string[]): void {
    const call = this.#known(event, under);
    this.#replace({ ...call, decision: this.#decision(event as DecisionFacts, { effect: 'allow', tool: call.tool }) });
  }

  #result(event: Fields, under: readonly string[]): void {
    const call = this.#known(event, under);
    const outcome = textIn(event.outcome);
    const content = textIn(event.content);
    const denied = { effect: 'deny', tool: call.tool, text: content } as const;
    this.#replace({
      ...call,
      state: STATES.includes(outcome) ? (outcome as CallState) : 'failed',
      durationMs: numberIn(event.durationMs),
      ...(outcome === 'deferred' ? {} : { result: content }),
      ...(outcome === 'denied' ? { decision: this.#decision(denialFacts(event, content), denied) } : {}),
    });
  }

  #decision(
    facts: DecisionFacts,
    about: { readonly effect: 'allow' | 'deny'; readonly tool: string; readonly text?: string },
  ): NonNullable<CallItem['decision']> {
    return decisionOf(facts, { ...about, mode: this.#mode, cwd: this.#cwd });
  }

  /** The call of an event. The record tells a result before the message that asked for it. */
  #known(event: Fields, under: readonly string[]): CallItem {
    const found = this.#items[this.#at(callKey(event.id, under))];
    return found?.kind === 'call' ? found : this.#call({ id: event.id, name: event.name, type: 'tool_use' }, under);
  }

  #close(): void {
    this.#open = [];
    this.#isLive = false;
  }

  #key(): string {
    this.#keys += 1;
    return `item ${this.#keys}`;
  }

  #push(item: Item): void {
    this.#items.push(item);
  }

  #replace(item: Item): void {
    const at = this.#at(item.key);
    if (at < this.#items.length) this.#items[at] = item;
  }

  #remove(keys: readonly string[]): void {
    for (const key of keys) {
      const at = this.#at(key);
      if (at < this.#items.length) this.#items.splice(at, 1);
    }
  }

  /** The place of an item; behind the last one if there is none. Most changes are near the end. */
  #at(key: string): number {
    const at = this.#items.findLastIndex((item) => item.key === key);
    return at === -1 ? this.#items.length : at;
  }
}

const callKey = (id: unknown, under: readonly string[]): string => `call ${[...under, textIn(id)].join('/')}`;

/** The length from which a piece is closed at its last line. A piece that is closed is never drawn again. */
const CLOSED_FROM = 2_000;
/** The length at which a piece without lines is closed. */
const MOST = 8_000;

/** Adds text to pieces of which only the last one grows, so that a long answer costs no more to draw than a short one. */
function grow(pieces: readonly string[], text: string): readonly string[] {
  const last = (pieces.at(-1) ?? '') + text;
  const before = pieces.slice(0, -1);
  if (last.length < CLOSED_FROM) return [...before, last];
  const line = last.lastIndexOf('\n') + 1;
  if (line > 0) return [...before, last.slice(0, line), last.slice(line)];
  return last.length < MOST ? [...before, last] : [...before, last, ''];
}

/** The end of a run: its outcome, its cost, and its failure. */
function endItem(told: unknown, key: string): EndItem {
  const result = fieldsOf(told);
  const usage = fieldsOf(result.usage);
  const cost = result.costUsd === null ? null : numberIn(result.costUsd);
  const error = fieldsOf(result.error);
  const denied = listOf(result.denials).length;
  const said = [textIn(error.message), textIn(error.fix)].filter((text) => text !== '').join(' ');
  return {
    kind: 'end',
    key,
    outcome: textIn(result.outcome),
    facts: [
      ['Cost', cost === undefined ? '' : dollars(cost)],
      ['Time', duration(numberIn(result.durationMs))],
      ['Turns', count(numberIn(result.turns) ?? 0)],
      ['Calls', count(numberIn(result.toolCalls) ?? 0)],
      ['Denied', denied === 0 ? '' : `⊘ ${count(denied)}`],
      ['Input', tokens(numberIn(usage.input_tokens) ?? 0)],
      ['Output', tokens(numberIn(usage.output_tokens) ?? 0)],
    ],
    ...(said === '' ? {} : { problem: said }),
  };
}
