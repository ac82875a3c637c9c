import type { Plan } from '@loadout/core/run';
import { type Notifier, notifier } from './notifier.js';
import { receiversOf } from './receiver.js';

interface Told {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Removes secrets. Absent: there are none. */
  readonly redact?: ((text: string) => string) | undefined;
  tell(text: string): void;
}

/**
 * The receivers of a configuration (`notify`), as a watcher of runs of this process. `base`: the address of the server, once it
 * listens; absent for a command that serves nothing. Throws NOTIFY_ADDRESS, NOTIFY_SECRET.
 */
export const runNotices = (plan: Pick<Plan, 'notify' | 'workspace'>, io: Told, base?: () => string): Notifier =>
  notifier({
    receivers: receiversOf(plan),
    base: base ?? (() => undefined),
    cwd: plan.workspace,
    env: io.env,
    // Secrets may be known later than the receivers.
    redact: (text) => io.redact?.(text) ?? text,
    tell: (text) => io.tell(text),
  });
