export interface Random {
  next(): number;
  below(limit: number): number;
  pick<T>(list: readonly T[]): T;
  chance(part: number): boolean;
}
export function createRandom(seed: number): Random;
