/** Shows what commands print while they run. Offered by a host that has terminals for it. */
export interface CommandViews {
  open(call: { readonly toolUseId: string; readonly agentId: string; readonly cwd: string }): CommandView;
}

/** One command as a person sees it. Never throws: a command does not depend on being seen. */
export interface CommandView {
  /** Shows output, which holds no declared secret any more. */
  push(output: Uint8Array): void;
  /** The command ended, with a code if it ended by itself. Settles when it is shown, or soon after. */
  end(exitCode: number | undefined): Promise<void>;
}
