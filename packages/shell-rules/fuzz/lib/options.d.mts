import type { Random } from './random.mjs';
import type { TableProgram } from './tables.mjs';

export const LETTERS: readonly string[];
export const OPERANDS: readonly string[];
export function sweep(programs: readonly TableProgram[], operands?: readonly string[]): Generator<string>;
export function randomCall(programs: readonly TableProgram[], random: Random, operands: readonly string[]): string;
