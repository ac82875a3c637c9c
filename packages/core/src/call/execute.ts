import { isLoadoutError } from '../contract/errors.js';
import type { ToolOutput } from '../contract/tool.js';
import { errors } from '../errors.js';
import type { CallEnvironment } from './environment.js';
import type { ExecutedCall, PermittedCall, RawOutput } from './states.js';

/** How long a tool has to stop by itself after it was told to. */
const GRACE_MS = 5_000;

/** Runs the tool under its own signal: told to stop on interrupt and on timeout, left behind when it does not. */
export async function execute(call: PermittedCall, env: CallEnvironment): Promise<ExecutedCall> {
  await env.journal?.started(call);
  env.emit({ type: 'tool_start', id: call.id, name: call.tool.name, input: call.parsed.input });
  const started = env.clock.now();
  const stopped = new StopSignal(call, env);
  try {
    const context = env.contextFor({ id: call.id, signal: stopped.signal, progress: call.context.progress });
    const output = await Promise.race([run(call, context), stopped.overdue]);
    stopped.throwIfTimedOut();
    return { ...call, output: normalise(output), durationMs: env.clock.now() - started };
  } catch (error) {
    throw stopped.reason ?? failure(error, call);
  } finally {
    stopped.release();
  }
}

/** A synchronous throw is a rejection like any other. */
const run = async (call: PermittedCall, context: PermittedCall['context']): Promise<ToolOutput> =>
  call.tool.tool.call(call.parsed.input, context);

/** One call's reason to stop, and what happens when the tool ignores it. */
class StopSignal {
  readonly #controller = new AbortController();
  readonly #cancels: (() => void)[] = [];
  readonly overdue: Promise<never>;
  reason: Error | undefined;
  #timedOut = false;

  constructor(call: PermittedCall, env: CallEnvironment) {
    const { name, timeoutMs, interruptBehavior } = call.tool;
    let leaveBehind: (reason: Error) => void = () => {};
    this.overdue = new Promise((_, reject) => {
      leaveBehind = reject;
    });
    this.overdue.catch(() => {});
    const stop = (reason: Error) => {
      this.reason = reason;
      this.#controller.abort(reason);
      this.#cancels.push(env.clock.after(GRACE_MS, () => leaveBehind(reason)));
    };
    const interrupt = () => stop(errors.TOOL_INTERRUPTED({ name }));
    if (interruptBehavior === 'cancel') {
      env.signal.addEventListener('abort', interrupt, { once: true });
      this.#cancels.push(() => env.signal.removeEventListener('abort', interrupt));
      if (env.signal.aborted) interrupt();
    }
    if (timeoutMs !== undefined) {
      const expire = () => {
        this.#timedOut = true;
        stop(errors.TOOL_TIMED_OUT({ name, ms: timeoutMs }));
      };
      this.#cancels.push(env.clock.after(timeoutMs, expire));
    }
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** A tool that answers an interrupt keeps its words, partial output included; after a timeout the limit is what happened. */
  throwIfTimedOut() {
    if (this.#timedOut) throw this.reason;
  }

  release() {
    for (const cancel of this.#cancels) cancel();
  }
}

function normalise(output: ToolOutput): RawOutput {
  if (typeof output === 'string') return { typedContent: [{ type: 'text', text: output }], isError: false };
  const { content, isError, structuredContent } = output;
  return {
    typedContent: typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? []),
    isError: isError === true,
    ...(structuredContent === undefined ? {} : { structuredContent }),
  };
}

/** A `LoadoutError` keeps its code and fix; anything else is the tool's failure with its own words (PIPE-09). */
function failure(error: unknown, call: PermittedCall): Error {
  if (isLoadoutError(error)) return error;
  return errors.TOOL_FAILED(
    { name: call.tool.name, message: error instanceof Error ? error.message : String(error) },
    { cause: error },
  );
}
