import { AsyncLocalStorage, createHook } from 'node:async_hooks';

/** The kinds of resources that keep a process alive until somebody ends them, as Node names them. */
const KINDS: Readonly<Record<string, string>> = {
  Timeout: 'timer',
  TCPSERVERWRAP: 'server',
  PIPESERVERWRAP: 'server',
  UDPWRAP: 'socket',
  FSEVENTWRAP: 'file watcher',
  STATWATCHER: 'file watcher',
  PROCESSWRAP: 'child process',
  WORKER: 'worker',
};

/** The time between two looks at what is left. */
const LOOK_MS = 5;

interface Resource {
  readonly hasRef?: () => boolean;
}

/**
 * Runs the body, and names a kind of what it started that still keeps the process alive after the grace. What others start
 * meanwhile does not count.
 */
export async function leftRunning(body: () => Promise<void>, graceMs: number): Promise<string | undefined> {
  const within = new AsyncLocalStorage<true>();
  const open = new Map<number, { readonly kind: string; readonly resource: Resource }>();
  const hook = createHook({
    init(id, type, _trigger, resource) {
      const kind = KINDS[type];
      if (kind !== undefined && within.getStore() === true) open.set(id, { kind, resource });
    },
    destroy: (id) => void open.delete(id),
  }).enable();
  try {
    await within.run(true, body);
    const end = performance.now() + graceMs;
    for (;;) {
      const left = [...open.values()].find(({ resource }) => resource.hasRef?.() !== false);
      if (left === undefined || performance.now() > end) return left?.kind;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  } finally {
    hook.disable();
    // Node keeps an enabled storage in a list, which it goes through for every later promise of the process.
    within.disable();
  }
}
