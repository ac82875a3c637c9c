import { errors } from '../errors.js';
import { onAbort } from '../hooks/on-abort.js';
import type { CallEnvironment } from './environment.js';

interface Named {
  readonly tool: { readonly name: string };
}

/** Ends a call that has not started yet, once the run is interrupted. */
export function throwIfInterrupted(call: Named, env: CallEnvironment): void {
  if (env.signal.aborted) throw notRun(call);
}

/** Waits for something that may never come, but not longer than the run goes on. What comes later is not looked at. */
export async function unlessInterrupted<T>(work: () => Promise<T>, call: Named, env: CallEnvironment): Promise<T> {
  throwIfInterrupted(call, env);
  let cancel = () => {};
  const interrupted = new Promise<never>((_, reject) => {
    cancel = onAbort(env.signal, () => reject(notRun(call)));
  });
  try {
    return await Promise.race([work(), interrupted]);
  } finally {
    cancel();
  }
}

const notRun = (call: Named) => errors.TOOL_NOT_RUN({ name: call.tool.name, why: 'the run was interrupted.' });
