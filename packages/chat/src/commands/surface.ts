import type { MenuItem } from '../menu/menu.js';
import type { Questions } from '../questions/questions.js';
import type { Screen } from '../screen/screen.js';
import type { Settings } from '../settings/settings-schema.js';
import type { Status } from '../status/status-line.js';
import type { Block } from '../text/line.js';

export interface Choosing<T> {
  readonly title: string;
  readonly items: readonly MenuItem<T>[];
}

/** The place on which a conversation shows itself. */
export interface Surface {
  readonly screen: Screen;
  readonly questions: Questions;
  /** The settings of the person; the defaults until the file is read. */
  readonly settings: Settings;
  /** Puts something finished above what is being typed. */
  commit(block: Block): void;
  /** Draws again: the live part, or a typed text, is different. */
  changed(): void;
  status(change: Partial<Status>): void;
  /** A list to choose from, which typing narrows. `undefined`: the person wants none. */
  choose<T>(choosing: Choosing<T>): Promise<T | undefined>;
  /** Gives the person a text to edit. */
  edit(text: string): void;
  /** Whether nothing is being typed. */
  readonly isIdle: boolean;
  /** Gives the terminal away while another program has it. */
  lend<T>(work: () => Promise<T>): Promise<T>;
}
