import { withoutMountPoints } from './enter-text.js';
import type { Runtime } from './runtime.js';

type Filesystem = { readonly [K in 'allowWrite' | 'denyWrite' | 'denyRead' | 'allowRead']?: string[] };

/**
 * Sandbox-runtime notes which mount points a command has, and closing one instance takes away those of all: a command of another
 * instance would lose its protection. So an instance is closed when nobody is inside of any.
 */
let inside = 0;
const closing: (() => void)[] = [];

/** Each command that was wrapped must be left once. */
export async function wrapCommand(
  { manager, bash, bwrap }: Runtime,
  { command, filesystem }: { readonly command: string; readonly filesystem: Filesystem },
): Promise<string> {
  inside += 1;
  try {
    const wrapped = await manager.wrapWithSandbox(command, bash, {
      filesystem: { allowWrite: [], denyWrite: [], denyRead: [], ...filesystem },
    });
    return withoutMountPoints(wrapped, bwrap);
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
