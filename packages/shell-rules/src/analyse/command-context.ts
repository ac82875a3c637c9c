import type { Chain, PartWord } from './parts.js';
import type { Collected } from './walk.js';

export interface CommandPlace {
  readonly text: string;
  readonly end: number;
  /** The command together with each of its wrappers. */
  readonly also: readonly (readonly PartWord[])[];
  /** The text that a here-document or here-string passes to the command. */
  readonly input: string | undefined;
  /** Whether a pipe or a redirection gives the command an input. */
  readonly fed: boolean;
  readonly blame: string | undefined;
  readonly depth: number;
}

export interface CommandContext {
  readonly place: CommandPlace;
  readonly into: Collected;
  readonly folders: readonly Chain[];
  readonly nested: (source: string, folders: readonly Chain[]) => readonly Chain[];
}
