export interface TableProgram {
  readonly name: string;
  readonly long: readonly string[];
}
export function readPrograms(): Promise<TableProgram[]>;
