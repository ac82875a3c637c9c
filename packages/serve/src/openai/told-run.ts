import { callLabel } from '@loadout/command';
import type { RunResult } from '@loadout/runner';
import type { DoorEvent } from '../door-events.js';
import type { OpenAsk, RunState } from '../http-runs.js';

/** A run as a client of a chat protocol reads it. */
export type Piece =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'progress'; readonly text: string }
  /** The last piece. It is missing if the client went away. */
  | { readonly type: 'end'; readonly result: RunResult };

export interface Telling {
  /** Whether calls are told too. */
  readonly progress: boolean;
  /** Reads how the run is now, to tell the questions that it ended with as a text. Absent: they are not told. */
  readonly state?: (() => Promise<RunState>) | undefined;
}

/** Tells a run: the texts of all messages, a blank line between two; or the answer alone, if it has a schema. */
export async function* piecesOf(events: AsyncIterable<DoorEvent>, { progress, state }: Telling): AsyncGenerator<Piece> {
  const words = new Words();
  let result: RunResult | undefined;
  for await (const event of events) {
    const text = words.of(event);
    if (text !== '') yield { type: 'text', text };
    const call = progress ? progressOf(event, words.cwd) : '';
    if (call !== '') yield { type: 'progress', text: `${call}\n` };
    if (event.type === 'result') result = event.result;
  }
  if (result === undefined) return;
  const last = words.end(result, result.outcome === 'deferred' ? await state?.() : undefined);
  if (last !== '') yield { type: 'text', text: last };
  yield { type: 'end', result };
}

/** The words of an answer, message after message. */
class Words {
  cwd = '';
  #hasSchema = false;
  /** The text of the message under way, and of all before it. */
  #message = false;
  #before = false;

  of(event: DoorEvent): string {
    if (event.type === 'init') {
      this.cwd = event.init.cwd;
      this.#hasSchema = event.init.tools.includes('StructuredOutput');
    }
    // The events of an engine have no start of a message.
    if (event.type === 'message_start' || event.type === 'message') this.#endMessage();
    if (this.#hasSchema) return '';
    if (event.type === 'text') return this.#add(event.text);
    if (event.type === 'gap') return this.#paragraph('(A part of the answer is missing here, because it was read too slowly.)');
    if (event.type !== 'discard' || !this.#message) return '';
    return this.#paragraph('(The answer broke off. It begins again.)');
  }

  /** The last words. */
  end(result: RunResult, waiting: RunState | undefined): string {
    if (this.#hasSchema) return result.structuredOutput === undefined ? '' : JSON.stringify(result.structuredOutput);
    return [...closingOf(result), ...(waiting === undefined ? [] : asksOf(waiting))]
      .map((line) => this.#paragraph(line))
      .join('');
  }

  #paragraph(text: string): string {
    this.#endMessage();
    const told = this.#add(text);
    this.#endMessage();
    return told;
  }

  #add(text: string): string {
    const gap = !this.#message && this.#before ? '\n\n' : '';
    this.#message = true;
    return gap + text;
  }

  #endMessage(): void {
    this.#before ||= this.#message;
    this.#message = false;
  }
}

/** The denials with their rules, and the reason of an end before the answer. */
function closingOf({ outcome, denials, error }: RunResult): readonly string[] {
  const reasons = new Set(denials.map(({ reason }) => `Denied: ${reason}`));
  const isEarly = outcome === 'error_max_turns' || outcome === 'error_limit' || outcome === 'stopped';
  return [...reasons, ...(isEarly && error !== undefined ? [error.message] : [])];
}

/** The questions that are open, and how they are answered. The calls that the client makes are not among them. */
export const asksOf = ({ id, asks = [] }: RunState): readonly string[] =>
  asks
    .filter(({ ofClient }) => ofClient !== true)
    .map(
      (ask) =>
        `${waitsFor(ask)} Answer with ${ways(ask, `POST /runs/${id}/answers {"call": ${JSON.stringify(ask.call)}, "behavior": "allow"`)}`,
    );

function waitsFor({ tool, input, reason, rule, at, questions }: OpenAsk): string {
  if (questions !== undefined)
    return `Waiting for an answer: ${questions.map(({ question, choices }) => `${question} (${choices.join(', ')})`).join(' ')}`;
  const place = rule === undefined ? '' : ` (${rule}${at === undefined ? '' : `, ${at}`})`;
  return `Waiting for an approval: ${tool} ${JSON.stringify(input)}. ${reason}${place}`;
}

function ways({ questions }: OpenAsk, request: string): string {
  if (questions === undefined) return `${request}} or "deny".`;
  return `${questions.length === 1 ? 'the next message, or with ' : ''}${request}, "texts": ["…"]}.`;
}

function progressOf(event: DoorEvent, cwd: string): string {
  if (event.type === 'subagent') return progressOf(event.event, cwd);
  if (event.type === 'tool_start') return callLabel(event, cwd);
  return event.type === 'tool_result' && event.outcome !== 'done' ? `${event.name} ${event.outcome}` : '';
}
