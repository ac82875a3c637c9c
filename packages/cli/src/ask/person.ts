import type { Paint } from '@loadout/command';
import { readChoice } from '@loadout/command/chat';
import type { UserQuestion, UserQuestions } from '@loadout/core';
import { visibleText } from '@loadout/core/run';
import type { Io } from '../io.js';
import type { RunView } from '../render/run-view.js';
import { lineReader } from './line-reader.js';

/** The source of typed answers. Contract: `undefined` at the end of the input, and when the signal aborts. */
export interface Lines {
  ask(prompt: string, signal: AbortSignal): Promise<string | undefined>;
}

/** The person at the terminal. */
export class Person {
  readonly #io: Io;
  readonly #lines: Lines;
  /** The question under way. Questions come one after the other, whoever asks. */
  #turn: Promise<unknown> = Promise.resolve();
  /** The view that draws on the same terminal, once there is one. */
  view: RunView | undefined;

  constructor(io: Io, lines: Lines = linesOf(io)) {
    this.#io = io;
    this.#lines = lines;
  }

  /** Asks the questions one by one. An empty line or the end of the input declines, and then no answer is given. */
  readonly answer: UserQuestions['ask'] = (questions, { signal }) => this.asks(() => this.#answers(questions, signal));

  /** Waits until no other question is open, with the terminal free. */
  asks<T>(ask: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(() => this.view?.whileAsking?.(ask) ?? ask());
    this.#turn = turn.catch(() => {});
    return turn;
  }

  /** `undefined` when the input has ended, or the caller no longer waits. */
  line(signal: AbortSignal): Promise<string | undefined> {
    return this.#lines.ask('> ', signal);
  }

  show(lines: readonly string[]): void {
    for (const line of lines) this.#io.screen.tell(`${line}\n`);
  }

  /** Asks until the person types an existing choice or a text. `undefined`: nothing was typed. */
  async ask(question: UserQuestion, { signal, nothing }: Asking): Promise<string | undefined> {
    this.show(questionLines(question, { paint: this.#io.paint, nothing }));
    for (;;) {
      const choice = readChoice((await this.line(signal)) ?? '', question);
      if (choice.kind === 'answer') return choice.text;
      if (choice.kind === 'declined') return undefined;
      this.show([choice.problem]);
    }
  }

  async #answers(questions: readonly UserQuestion[], signal: AbortSignal): Promise<Readonly<Record<string, string>> | undefined> {
    const answers: [string, string][] = [];
    for (const question of questions) {
      const answer = signal.aborted ? undefined : await this.ask(question, { signal, nothing: 'declines' });
      if (answer === undefined) return undefined;
      answers.push([question.question, answer]);
    }
    return Object.fromEntries(answers);
  }
}

function linesOf(io: Io): Lines {
  const lines = lineReader(io);
  return {
    ask: async (prompt, signal) => {
      io.tell(prompt);
      const line = await lines.next(signal);
      if (line === undefined) io.tell('\n');
      return line;
    },
  };
}

interface Asking {
  readonly signal: AbortSignal;
  /** The effect of an empty line. */
  readonly nothing: 'declines' | 'leaves it out';
}

/** The person to ask: there is one if both ends are a terminal and the answer is text for people. */
export const personAt = (io: Io, { output }: { readonly output: string }): Person | undefined =>
  output === 'text' && io.canAsk ? new Person(io) : undefined;

/** The margin in front of every line that does not come from Loadout. */
export const MARGIN = '     │ ';

/** The lines that show a question of the model to a person: its choices by number, and how to answer. */
function questionLines(
  { header, question, options, multiSelect }: UserQuestion,
  { paint, nothing }: { readonly paint: Paint; readonly nothing: string },
): readonly string[] {
  const choices = options.flatMap(({ label, description, preview }, index) => [
    `  ${index + 1}. ${flat(label)}${description === '' ? '' : paint('dim', ` - ${flat(description)}`)}`,
    ...(preview === undefined ? [] : visibleText(preview).lines.map((line) => paint('dim', MARGIN + line))),
  ]);
  const numbers = multiSelect ? 'numbers, such as 1,2' : 'a number';
  const how = `${options.length === 0 ? 'Type your answer' : `Type ${numbers}, or your own answer`}; an empty line ${nothing}.`;
  return [`${paint('bold', `[${flat(header)}]`)} ${flat(question)}`, ...choices, paint('dim', how)];
}

/** A text of others on one line. */
export const flat = (text: string) => visibleText(text).lines.join(' ');
