import { CHAT_ACTIONS, type ChatAction, EDIT_ACTIONS, type EditAction, type KeySettings } from './actions.js';
import type { KeyPress } from './key.js';

/** The notation of a key, such as `ctrl+shift+left`. */
export function keyNotation({ name, ctrl, alt, shift }: Omit<KeyPress, 'kind' | 'text'>): string {
  return `${ctrl ? 'ctrl+' : ''}${alt ? 'alt+' : ''}${shift ? 'shift+' : ''}${name}`;
}

/** The keys with what they do. A key that the person set does nothing else, neither in the editor nor in the program. */
export class Bindings {
  readonly #edit = new Map<string, EditAction>();
  readonly #chat = new Map<string, ChatAction>();

  constructor(settings: KeySettings = {}) {
    this.#bind({ ...EDIT_ACTIONS, ...CHAT_ACTIONS, ...namesOnly(settings) });
    for (const keys of Object.values(settings))
      for (const key of keys) {
        this.#edit.delete(key);
        this.#chat.delete(key);
      }
    this.#bind(settings);
  }

  edit(key: KeyPress): EditAction | undefined {
    return this.#edit.get(keyNotation(key));
  }

  chat(key: KeyPress): ChatAction | undefined {
    return this.#chat.get(keyNotation(key));
  }

  #bind(all: KeySettings): void {
    for (const [action, keys] of Object.entries(all))
      for (const key of keys) {
        if (isEdit(action)) this.#edit.set(key, action);
        else if (isChat(action)) this.#chat.set(key, action);
      }
  }
}

/** The actions without keys: the keys of a person take the place of an action's own. */
const namesOnly = (settings: KeySettings): KeySettings => Object.fromEntries(Object.keys(settings).map((action) => [action, []]));
const isEdit = (action: string): action is EditAction => action in EDIT_ACTIONS;
const isChat = (action: string): action is ChatAction => action in CHAT_ACTIONS;
