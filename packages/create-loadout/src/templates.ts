import { readFileSync } from 'node:fs';

export interface Template {
  readonly description: string;
  /** The texts by path, with places for the names. */
  readonly files: Readonly<Record<string, string>>;
  /** The commands to type in the new folder. */
  readonly next: readonly string[];
}

/** The templates by name. The build puts them beside the code, with the versions of the packages they install. */
export const templates = (): Readonly<Record<string, Template>> =>
  JSON.parse(readFileSync(new URL('./templates.json', import.meta.url), 'utf8')) as Readonly<Record<string, Template>>;
