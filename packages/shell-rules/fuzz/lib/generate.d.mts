import type { Random } from './random.mjs';
import type { TableProgram } from './tables.mjs';

export function generate(random: Random, programs?: readonly TableProgram[]): string;
export function generateRules(random: Random): { isBare: boolean; allow: string[]; deny: string[] };
