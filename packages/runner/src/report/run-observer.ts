import type { AgentEvent, RunInit } from './events.js';

/** Follows the runs of agents, for example as spans of a trace. */
export interface Observer {
  /** Called once for each run and each conversation, before its first event. */
  begin(run: ObservedRun): RunObserver;
  /** Called when the agent closes. Resolves when everything was passed on, or after a bound of its own. Contract: never rejects. */
  close?(): Promise<void>;
}

/** The setup of a program that runs agents, such as an engine of the Claude Agent SDKs: what it read for all of its runs. */
export interface HostSetup {
  readonly plugins: readonly { readonly name: string; readonly version?: string | undefined }[];
  /** True if the program narrows the settings of its user. */
  readonly hasManagedSettings: boolean;
}

export interface ObservedRun {
  readonly sessionId: string;
  readonly agent: string;
  readonly cwd: string;
  readonly source: RunInit['source'];
  /** The folder of the session's large results. A resumed session has the same folder. */
  readonly artifactDir: string;
  /** The setup of the program around the run. Absent: it says nothing of it. */
  readonly host?: HostSetup | undefined;
  /** Removes secrets from a text. Absent: there are none. */
  readonly redact?: ((text: string) => string) | undefined;
}

/** Follows one run with its subagents. Contract: no method throws, and none waits. */
export interface RunObserver {
  /** Hears each event of the run, before any reader. */
  event(event: AgentEvent): void;
  /** Returns variables for the processes, hooks and servers of a call, such as `TRACEPARENT`. Without a call: those of the run. */
  variables(callId?: string): Readonly<Record<string, string>>;
}
