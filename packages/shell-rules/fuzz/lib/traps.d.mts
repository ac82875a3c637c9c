export interface Traps {
  readonly root: string;
  readonly work: string;
  readonly template: string;
  readonly marker: string;
  readonly outside: string;
}
export const SECRET: string;
export function makeTraps(options?: { secret?: 'inside' | 'outside' }): Traps;
