import type { Traps } from './traps.mjs';

export function runAllowed(commands: readonly string[], traps: Traps): { kind: string; command: string }[];
export function isSandboxed(): boolean;
