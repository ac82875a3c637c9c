export const SECRET: string;
export function makeTraps(): { root: string; work: string };
export function runAllowed(
  commands: readonly string[],
  traps: { root: string; work: string },
): { kind: string; command: string }[];
export function isSandboxed(): boolean;
