import {
  callLabel,
  count,
  duration,
  hookProblems,
  initLine,
  oneLine,
  ownName,
  printable,
  printableJson,
  promptSummary,
  type Style,
  summary,
} from '@loadout/command';
import { isToolUse } from '@loadout/core/model';
import type { AgentEvent, RunInit, RunResult } from '@loadout/runner';
import type { Io } from '../io.js';
import { Activity } from './activity.js';
import { callLine, verboseLines } from './event-lines.js';
import type { Pulse, RunView } from './run-view.js';
import { Screen } from './screen.js';
import { SubagentLines } from './subagent-lines.js';
import { tellProblem } from './tell-failure.js';

export interface TextViewOptions {
  readonly io: Io;
  readonly pulse: Pulse;
  readonly verbose: boolean;
  /** Whether the answer is a value that fits a schema. If so, all text of the model is progress. */
  readonly structured: boolean;
  /** Set for a prompt of a conversation that was announced before. */
  readonly within?: RunInit | undefined;
}

/** The view for people: the answer as it arrives, a line for each call, the current activity, and the outcome. */
export class TextView implements RunView {
  readonly #options: TextViewOptions;
  readonly #activity = new Activity();
  readonly #screen: Screen;
  readonly #subagents: SubagentLines;
  readonly #live: boolean;
  #cwd = '';
  #text = '';
  #thinking = '';
  #hasAnswered = false;
  #stopPulse = () => {};
  /** The number of open questions. */
  #asking = 0;

  constructor(options: TextViewOptions) {
    this.#options = options;
    this.#screen = new Screen(options.io);
    this.#subagents = new SubagentLines(options.io.paint);
    this.#live = options.io.draws && !options.structured;
    const { within, pulse } = options;
    if (within === undefined) return;
    this.#activity.event({ type: 'init', init: within }, pulse.now());
    this.#start(within);
  }

  event(event: AgentEvent): void {
    this.#activity.event(event, this.#options.pulse.now());
    this.#subagents.watch(event, this.#cwd);
    if (event.type === 'thinking') this.#thinking += event.text;
    else this.#showThinking();
    this.#show(event);
  }

  async whileAsking<T>(ask: () => Promise<T>): Promise<T> {
    this.#asking += 1;
    this.#screen.clear();
    this.#screen.endAnswer();
    try {
      return await ask();
    } finally {
      this.#asking -= 1;
    }
  }

  #show(event: AgentEvent): void {
    const { io, verbose } = this.#options;
    switch (event.type) {
      case 'init':
        this.#begin(event.init);
        break;
      case 'text':
        this.#showText(printable(event.text));
        break;
      case 'message':
        this.#endMessage(event.message.content.some(isToolUse));
        break;
      case 'discard':
        this.#text = '';
        this.#aside('dim', `The answer was cut off. Asking again: ${event.reason}`);
        break;
      case 'retry':
        this.#aside('dim', `Asking again in ${duration(event.delayMs)}, attempt ${event.attempt + 1}: ${event.reason}`);
        break;
      case 'compact':
        this.#aside(
          'dim',
          `Compacted the conversation (${count(event.preTokens)} tokens): ${event.how === 'cleared' ? 'cleared old tool results' : 'summarised older messages'}`,
        );
        break;
      case 'waiting':
        this.#aside('dim', event.message);
        break;
      case 'notice':
        this.#aside('yellow', `note: ${event.message}`);
        break;
      case 'tool_result':
        this.#showProgress();
        this.#screen.line(callLine(event.call, { cwd: this.#cwd, paint: io.paint }));
        break;
      case 'subagent':
        for (const line of this.#subagents.of(event, { verbose })) this.#screen.line(line);
        break;
      case 'hook':
        for (const line of hookProblems(event)) this.#aside('yellow', line);
        break;
      case 'result':
        this.#end(event.result);
    }
    if (verbose) for (const line of verboseLines(event)) this.#screen.line(io.paint('dim', `  ${line}`));
  }

  #aside(style: Style, text: string): void {
    this.#screen.line(this.#options.io.paint(style, oneLine(text, 500)));
  }

  #begin(init: RunInit): void {
    this.#screen.line(this.#dim(initLine(init)));
    this.#start(init);
  }

  #start({ cwd }: RunInit): void {
    const { io, pulse } = this.#options;
    this.#cwd = cwd;
    if (!io.draws) return;
    this.#stopPulse = pulse.every(100, () => {
      if (this.#asking === 0) this.#screen.status(this.#activity.text(pulse.now()));
    });
  }

  /** In a pipe, only the end of the message tells whether the text is the answer. */
  #showText(text: string): void {
    if (this.#live) this.#screen.answer(text);
    else this.#text += text;
  }

  #endMessage(hasCalls: boolean): void {
    if (!hasCalls) this.#hasAnswered = true;
    if (hasCalls || this.#options.structured) this.#showProgress();
    else this.#screen.answer(this.#text);
    this.#text = '';
    this.#screen.endAnswer();
  }

  /** A call of a message that still streams may have ended. Its line comes after the text before the call. */
  #showProgress(): void {
    if (this.#text !== '') this.#screen.line(this.#text.trimEnd());
    this.#text = '';
  }

  #showThinking(): void {
    const text = printable(this.#thinking).trim();
    this.#thinking = '';
    if (text !== '' && this.#options.verbose) this.#screen.line(this.#dim(`thinking: ${text}`));
  }

  #end(result: RunResult): void {
    const { io } = this.#options;
    this.#stopPulse();
    this.#screen.clear();
    if (this.#text.trim() !== '') this.#screen.line(this.#text.trimEnd());
    if (result.structuredOutput !== undefined) this.#screen.answer(`${printableJson(result.structuredOutput, 2)}\n`);
    // A resumed session that already had its answer shows it again.
    else if (!this.#hasAnswered && result.outcome === 'success') this.#screen.answer(printable(result.text));
    this.#screen.endAnswer();
    if (result.error !== undefined && result.outcome !== 'interrupted') tellProblem(result.error, io);
    if (result.deferredCall !== undefined)
      this.#screen.line(oneLine(`deferred: ${callLabel(result.deferredCall, this.#cwd)}`, 400));
    const { within } = this.#options;
    this.#screen.line(this.#dim(within === undefined ? summary(result) : promptSummary(result)));
    if (within === undefined && RESUMABLE.has(result.outcome))
      this.#screen.line(this.#dim(`Continue with: ${ownName(io.env)} resume ${result.sessionId}`));
  }

  #dim(text: string): string {
    return this.#options.io.paint('dim', text);
  }
}

const RESUMABLE = new Set<RunResult['outcome']>(['interrupted', 'deferred', 'error_limit', 'error_max_turns', 'error_model']);
