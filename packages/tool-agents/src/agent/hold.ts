import { BackgroundTasks, type ToolContext } from '@loadout/core';

/** The tie between an agent and the call that waits for it. */
export interface Hold {
  /** Aborted with the call, for as long as that waits. */
  readonly signal: AbortSignal;
  /** Settles when the agent is moved to the background; may never settle. */
  readonly sent: Promise<'sent'>;
  /** Ends the tie: later events of the call do not affect the agent. */
  release(): void;
}

/** Source: CTRL-11. */
export function holdOf(context: ToolContext): Hold {
  const { signal, toolUseId } = context;
  const controller = new AbortController();
  const abort = () => controller.abort(signal.reason);
  let send: () => void = () => {};
  const sent = new Promise<'sent'>((resolve) => {
    send = () => {
      signal.removeEventListener('abort', abort);
      resolve('sent');
    };
  });
  const unsent = context.find(BackgroundTasks)?.whenSent(toolUseId, send);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  return {
    signal: controller.signal,
    sent,
    release() {
      signal.removeEventListener('abort', abort);
      unsent?.();
    },
  };
}
