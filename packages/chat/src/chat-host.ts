import type { CheckedChange, PersonalRules } from '@loadout/command/chat';
import type { Agent, AgentOptions, SessionChoice } from '@loadout/runner';
import type { Terminal } from './screen/terminal.js';

/** The questions that a run may have, answered on the screen. */
export interface Asks extends Pick<AgentOptions, 'ask' | 'answer' | 'elicit'> {
  /** A question of the command itself before the run, such as whether to trust a file. */
  readonly confirm: (question: Confirmation) => Promise<string | undefined>;
  /** Shows a text of the command, or what else was written to the terminal. */
  readonly tell: (text: string) => void;
}

/** A question with answers of one key each. `undefined` when nobody answers. */
export interface Confirmation {
  readonly lines: readonly string[];
  readonly choices: readonly { readonly key: string; readonly text: string }[];
}

/** The configuration is loaded and the agent is ready. */
export interface Loaded {
  readonly agent: Agent;
  readonly choice: SessionChoice;
  /** The changes of the configuration with which the chat continues by itself. */
  readonly change: CheckedChange;
  /** The project for which a rule can be kept. */
  readonly project?: PersonalRules | undefined;
  /** Hides the declared secrets. */
  readonly redact?: ((text: string) => string) | undefined;
}

/** The end of another command, with all that it printed. */
export interface CommandEnd {
  readonly code: number;
  readonly text: string;
}

/** Everything that the command does for the program. The program is on the screen before any of it is called. */
export interface ChatHost {
  readonly terminal: Terminal;
  readonly version: string;
  /** The command as the person called it. */
  readonly called: string;
  readonly verbose: boolean;
  /** Aborted when somebody asks the process to end: the work is interrupted, and no more prompts are taken. */
  readonly stopped: AbortSignal;
  /** Loads the configuration and prepares the agent. Rejects with the problem to show. */
  load(asks: Asks): Promise<Loaded>;
  /** Runs another command of Loadout, such as `['doctor']`, and returns what it prints. The signal ends it, as Ctrl+C does. */
  command(words: readonly string[], signal: AbortSignal): Promise<CommandEnd>;
  /** Opens a session in the browser, by a process that ends with this one. Returns what to say. */
  startView(sessionId: string): string;
  /** Throws the reason why another process cannot continue this chat. */
  checkReload(): Promise<void>;
}

/** How the chat ended. `continues`: another process goes on with the session. */
export interface ChatEnd {
  readonly exitCode: number;
  readonly continues?: { readonly sessionId?: string | undefined } | undefined;
  /** The last words, for when the terminal is the shell's again. */
  readonly farewell?: string | undefined;
}
