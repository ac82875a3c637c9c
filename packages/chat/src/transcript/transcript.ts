import { count, duration, hookProblems, oneLine } from '@loadout/command';
import { Checklist, type ChecklistItem, type FileChange, fileChange } from '@loadout/command/chat';
import { isToolUse } from '@loadout/core/model';
import { outputText, type SettledCall } from '@loadout/core/run';
import type { AgentEvent, RunResult } from '@loadout/runner';
import { MarkdownStream } from '../markdown/markdown-stream.js';
import { cut } from '../text/cut.js';
import type { Block, Line, Style } from '../text/line.js';
import { cutBlock, linesOf, said, saidBlock, stacked } from '../text/said.js';
import { type Allowed, callBlock } from './call-block.js';
import { endBlock, problemBlock } from './end-block.js';
import { Running } from './running.js';

export interface TranscriptParts {
  readonly cwd: () => string;
  readonly now: () => number;
  /** Whether the answer is a value that fits a schema, so that all text of the model is progress. */
  readonly structured: boolean;
}

/** A text that was folded, to be read whole. */
export interface Folded {
  readonly title: string;
  readonly text: string;
}

/** The most that is kept to be read whole. The record of the session has the rest. */
const MOST_FOLDED = 40;

/**
 * Turns the events of a conversation into blocks that are finished, and into what is still in progress. Holds no terminal: the
 * caller writes what is finished, and draws the rest.
 */
export class Transcript {
  readonly #parts: TranscriptParts;
  readonly #running = new Running();
  readonly #checklist = new Checklist();
  readonly #allowed = new Map<string, Allowed>();
  readonly #changes = new Map<string, FileChange>();
  readonly #thinking: Thinking;
  #answer = new MarkdownStream();
  #hasAnswered = false;
  #wasText = false;
  #folded: Folded[] = [];

  constructor(parts: TranscriptParts) {
    this.#parts = parts;
    this.#thinking = new Thinking(parts.now);
  }

  /** The texts that were shown folded, the newest last. */
  get folded(): readonly Folded[] {
    return this.#folded;
  }

  /** Whether nothing takes time. */
  get isQuiet(): boolean {
    return this.#running.isEmpty;
  }

  /** A prompt begins. */
  begin(): void {
    this.#hasAnswered = false;
    if (!this.#checklist.isOpen) this.#checklist.clear();
  }

  /** Takes an event. Returns what is finished by it, in order. */
  event(event: AgentEvent): readonly Block[] {
    const before = event.type === 'thinking' ? [] : this.#endThinking();
    this.#watch(event);
    return [...before, ...this.#finished(event)];
  }

  /** Work in progress, the oldest first. */
  live(): Block {
    const list = this.#checklist.isOpen ? [checklistBlock(this.#checklist.items)] : [];
    return stacked(this.#thinking.block(), this.#answer.open(), this.#running.block(this.#parts.now()), ...list);
  }

  #watch(event: AgentEvent): void {
    const { cwd, now } = this.#parts;
    this.#running.event(event, { cwd: cwd(), now: now() });
    this.#checklist.event(event);
    if (event.type === 'permitted') this.#allowed.set(event.id, event);
    if (event.type === 'tool_start') {
      // The file is as it was: the call has not run yet.
      const change = fileChange({ toolName: event.name, input: event.input }, { cwd: cwd() });
      if (change !== undefined) this.#changes.set(event.id, change);
    }
  }

  #finished(event: AgentEvent): readonly Block[] {
    switch (event.type) {
      case 'thinking':
        this.#thinking.push(event.text);
        return [];
      case 'text':
        return this.#text(event.text);
      case 'message':
        if (!event.message.content.some(isToolUse)) this.#hasAnswered = true;
        return this.#endText();
      case 'discard':
        return [...this.#endText(), note('dim', `The answer was cut off. Asking again: ${event.reason}`)];
      case 'tool_result':
        return [...this.#endText(), this.#call(event.call)];
      case 'subagent':
        return this.#subagent(event.event);
      case 'result':
        return this.#end(event.result);
      default:
        return asides(event);
    }
  }

  #text(text: string): readonly Block[] {
    // A call, or another message, stands between two texts.
    const blank = this.#wasText || text.trim() === '' ? [] : [EMPTY];
    if (text.trim() !== '') this.#wasText = true;
    this.#answer.push(text);
    return [...blank, ...this.#answer.finished()];
  }

  #endText(): readonly Block[] {
    const blocks = this.#answer.end();
    this.#answer = new MarkdownStream();
    const blank = this.#wasText ? [EMPTY] : [];
    this.#wasText = false;
    return [...blocks, ...blank];
  }

  #endThinking(): readonly Block[] {
    const ended = this.#thinking.end();
    if (ended === undefined) return [];
    this.#keep({ title: 'Thinking', text: ended.text });
    return [ended.block];
  }

  #call(call: SettledCall): Block {
    const [allowed, change] = [this.#allowed.get(call.id), this.#changes.get(call.id)];
    this.#allowed.delete(call.id);
    this.#changes.delete(call.id);
    const text = outputText(call);
    this.#keep({ title: `${call.name} ${JSON.stringify(call.input)}`, text });
    return callBlock(call, { cwd: this.#parts.cwd(), allowed, change });
  }

  #subagent(event: Exclude<AgentEvent, { readonly type: 'subagent' }>): readonly Block[] {
    if (event.type === 'tool_result' && event.call.outcome === 'denied') return [this.#call(event.call)];
    return event.type === 'notice' || event.type === 'hook' ? asides(event) : [];
  }

  #keep(folded: Folded): void {
    this.#folded = [...this.#folded.slice(1 - MOST_FOLDED), folded];
  }

  #end(result: RunResult): readonly Block[] {
    this.#running.endCalls();
    const list = this.#checklist.items.length > 0 && !this.#checklist.isOpen ? [checklistBlock(this.#checklist.items)] : [];
    if (list.length > 0) this.#checklist.clear();
    const shown = this.#hasAnswered
      ? ''
      : result.structuredOutput === undefined && result.outcome === 'success'
        ? result.text
        : '';
    const late = shown === '' ? [] : this.#text(shown);
    const value = result.structuredOutput === undefined ? [] : [saidBlock(JSON.stringify(result.structuredOutput, undefined, 2))];
    const problem = result.error === undefined || result.outcome === 'interrupted' ? [] : [problemBlock(result.error)];
    return [...late, ...this.#endText(), ...list, ...value, ...problem, endBlock(result)];
  }
}

const EMPTY: Block = () => [[]];

const note = (style: Style, text: string): Block => saidBlock(oneLine(text, 500), style);

/** Lines beside the answer and the calls. */
function asides(event: AgentEvent): readonly Block[] {
  switch (event.type) {
    case 'retry':
      return [note('dim', `Asking again in ${duration(event.delayMs)}, attempt ${event.attempt + 1}: ${event.reason}`)];
    case 'compact': {
      const how = event.how === 'cleared' ? 'cleared old tool results' : 'summarised older messages';
      return [note('dim', `Compacted the conversation (${count(event.preTokens)} tokens): ${how}`)];
    }
    case 'waiting':
      return [note('dim', event.message)];
    case 'notice':
      return [note(event.level === 'info' ? 'dim' : 'yellow', `note: ${event.message}`)];
    case 'hook':
      return hookProblems(event).map((line) => note('yellow', line));
    case 'task':
      return event.state === 'running'
        ? []
        : [note(event.state === 'completed' ? 'dim' : 'yellow', `${event.title}: ${event.state}`)];
    default:
      return [];
  }
}

/** The newest items that are shown. */
const MOST = 12;

/** The list of work that the model keeps. */
function checklistBlock(items: readonly ChecklistItem[]): Block {
  const done = items.filter(({ state }) => state === 'completed').length;
  // Items that are done go out of sight first.
  const shown = items.length <= MOST ? items : items.slice(Math.min(done, items.length - MOST)).slice(0, MOST);
  const hidden = items.length - shown.length;
  return (columns) => [
    ...shown.map((item) => cut(itemLine(item), columns)),
    ...(hidden > 0 ? [cut([said(`  and ${hidden} more, ${done} of ${items.length} done`, 'dim')], columns)] : []),
  ];
}

function itemLine({ text, state }: ChecklistItem): Line {
  if (state === 'completed') return [said('  ☒ ', 'green'), said(text, 'dim', 'strike')];
  if (state === 'in_progress') return [said('  ▣ ', 'cyan'), said(text, 'bold')];
  return state === 'pending' ? [said('  ☐ ', 'dim'), said(text)] : [said(`  ✗ ${state}: `, 'yellow'), said(text, 'dim')];
}

/** The thinking of the model: the end of it while it lasts, and one line for it afterwards. */
class Thinking {
  readonly #now: () => number;
  #text = '';
  #since = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  push(text: string): void {
    if (this.#text === '') this.#since = this.#now();
    this.#text += text;
  }

  /** Ends the thinking, if there was some. */
  end(): { readonly block: Block; readonly text: string } | undefined {
    const text = this.#text;
    this.#text = '';
    if (text.trim() === '') return undefined;
    return {
      text,
      block: cutBlock(said(`✻ Thought for ${duration(this.#now() - this.#since)}, Ctrl+O shows it`, 'dim', 'italic')),
    };
  }

  block(): Block {
    if (this.#text.trim() === '') return () => [];
    const head = said(`✻ Thinking ${duration(this.#now() - this.#since)}`, 'dim', 'italic');
    // Only the end is shown, so only the end is made safe and measured.
    const last = linesOf(this.#text.slice(-2_000)).slice(-2);
    return (columns) => [cut([head], columns), ...last.map((line) => cut([said(`  ${line}`, 'dim', 'italic')], columns))];
  }
}
