import type { Session } from '@loadout/command/chat';
import type { ChatHost, CommandEnd } from '../chat-host.js';
import type { MenuItem } from '../menu/menu.js';
import type { Surface } from './surface.js';

/** The conversation for a command that a person types in it. */
export interface CommandContext {
  readonly session: Session;
  readonly surface: Surface;
  readonly host: ChatHost;
  /** The agent's working folder. */
  readonly cwd: string;
  readonly completions: { readonly commands: () => readonly MenuItem<string>[] };
  /** Runs another command of Loadout, which ends when the person interrupts the work. */
  command(words: readonly string[]): Promise<CommandEnd>;
  print(text: string, options?: { readonly isAside?: boolean }): void;
}
