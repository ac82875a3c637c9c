import type { Runtime } from './runtime.js';

type Filesystem = { readonly [K in 'allowWrite' | 'denyWrite' | 'denyRead' | 'allowRead']?: string[] };

/**
 * The number of commands inside. Sandbox-runtime records the mount points of a command, and closing one instance removes the
 * mount points of all instances: a command of another instance would lose its protection. So an instance is closed only when no
 * command is inside of any.
 */
let inside = 0;
const closing: (() => void)[] = [];

/** Wraps a command. Every wrapped command must be left once. */
export async function wrapCommand(
  { manager, confinement }: Runtime,
  { command, filesystem }: { readonly command: string; readonly filesystem: Filesystem },
): Promise<string> {
  inside += 1;
  try {
    const wrapped = await manager.wrapWithSandbox(command, confinement.bash, {
      filesystem: { allowWrite: [], denyWrite: [], denyRead: [], ...filesystem },
    });
    return confinement.enter(wrapped);
  } catch (error) {
    countOut();
    throw error;
  }
}

export function leaveSandbox({ manager }: Runtime): void {
  manager.cleanupAfterCommand();
  countOut();
}

function countOut(): void {
  inside -= 1;
  if (inside > 0) return;
  for (const close of closing.splice(0)) close();
}

export async function closeWhenEmpty({ manager }: Runtime): Promise<void> {
  if (inside > 0) await new Promise<void>((settle) => closing.push(settle));
  await manager.reset();
}
