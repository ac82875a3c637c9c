import { hookProblems, initLine, oneLine, printable } from '@loadout/command';
import type { SessionView } from '@loadout/command/chat';
import { type Agent, type AgentEvent, holdingSecrets, type RunInit } from '@loadout/runner';
import type { Io } from '../io.js';
import { type RunView, systemPulse } from '../render/run-view.js';
import { TextView } from '../render/text-view.js';
import type { Keyboard } from './keyboard.js';

interface ChatViewParts {
  readonly io: Io;
  readonly agent: Agent;
  readonly verbose: boolean;
  readonly keyboard: Pick<Keyboard, 'aside'>;
}

/** Shows a conversation on a terminal: each prompt like a run, and events between prompts above the line that is being typed. */
export class ChatView implements RunView, SessionView {
  readonly #parts: ChatViewParts;
  readonly #whole: (event: AgentEvent) => readonly AgentEvent[];
  #init: RunInit | undefined;
  #prompt: TextView | undefined;

  constructor(parts: ChatViewParts) {
    this.#parts = parts;
    this.#whole = holdingSecrets({ secrets: parts.agent.spec.secrets, redact: parts.io.redact });
  }

  /** Begins a prompt. Until its result, all events belong to the prompt. */
  begin(): void {
    this.#prompt = this.#textView();
  }

  print(text: string, { isAside = false }: { readonly isAside?: boolean } = {}): void {
    const { io } = this.#parts;
    if (isAside) io.screen.tell(`${io.paint('dim', printable(text).trimEnd())}\n`);
    else io.tell(text);
  }

  event(event: AgentEvent): void {
    for (const one of this.#whole(event)) this.#show(one);
  }

  async whileAsking<T>(ask: () => Promise<T>): Promise<T> {
    return this.#prompt === undefined ? ask() : this.#prompt.whileAsking(ask);
  }

  #show(event: AgentEvent): void {
    const { io, keyboard } = this.#parts;
    if (event.type === 'init') {
      this.#init = event.init;
      io.screen.tell(`${io.paint('dim', initLine(event.init))}\n`);
    } else if (this.#prompt !== undefined) this.#prompt.event(event);
    else for (const line of asides(event)) keyboard.aside(() => io.screen.tell(`${io.paint('yellow', oneLine(line, 500))}\n`));
    if (event.type === 'result') this.#prompt = undefined;
  }

  #textView(): TextView {
    const { io, agent, verbose } = this.#parts;
    const within = this.#init;
    return new TextView({ io, pulse: systemPulse, verbose, structured: agent.spec.output !== undefined, within });
  }
}

/** The lines for an event between two prompts. */
function asides(event: AgentEvent): readonly string[] {
  if (event.type === 'notice') return [`note: ${event.message}`];
  if (event.type === 'waiting') return [event.message];
  if (event.type === 'hook') return hookProblems(event);
  if (event.type === 'task' && event.state !== 'running') return [`${event.title}: ${event.state}`];
  return [];
}
