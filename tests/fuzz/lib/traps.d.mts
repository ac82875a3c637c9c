export interface Traps {
  readonly root: string;
  readonly work: string;
  readonly template: string;
  readonly marker: string;
}
export const SECRET: string;
export function makeTraps(): Traps;
