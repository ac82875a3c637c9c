import type { Random } from './random.mjs';

export function generate(random: Random): string;
export function generateRules(random: Random): { isBare: boolean; allow: string[]; deny: string[] };
