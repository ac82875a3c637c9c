import { CHAT_ACTIONS, type ChatAction, EDIT_ACTIONS, type EditAction, type KeySettings } from './actions.js';
import type { KeyPress } from './key.js';

/** The notation of a key, such as `ctrl+shift+left`. */
export function keyNotation({ name, ctrl, alt, shift }: Omit<KeyPress, 'kind' | 'text'>): string {
  return `${ctrl ? 'ctrl+' : ''}${alt ? 'alt+' : ''}${shift ? 'shift+' : ''}${name}`;
}

/** The keys with what they do. */
export class Bindings {
  readonly #edit: ReadonlyMap<string, EditAction>;
  readonly #chat: ReadonlyMap<string, ChatAction>;

  constructor(settings: KeySettings = {}) {
    this.#edit = byKey({ ...EDIT_ACTIONS, ...pick(settings, EDIT_ACTIONS) });
    this.#chat = byKey({ ...CHAT_ACTIONS, ...pick(settings, CHAT_ACTIONS) });
  }

  edit(key: KeyPress): EditAction | undefined {
    return this.#edit.get(keyNotation(key));
  }

  chat(key: KeyPress): ChatAction | undefined {
    return this.#chat.get(keyNotation(key));
  }
}

function byKey<A extends string>(keys: Readonly<Record<A, readonly string[]>>): ReadonlyMap<string, A> {
  const actions = Object.keys(keys) as A[];
  return new Map(actions.flatMap((action) => keys[action].map((key) => [key, action] as const)));
}

function pick<A extends keyof KeySettings>(
  settings: KeySettings,
  actions: Readonly<Record<A, readonly string[]>>,
): Partial<Record<A, readonly string[]>> {
  return Object.fromEntries(Object.entries(settings).filter(([action]) => action in actions)) as Partial<
    Record<A, readonly string[]>
  >;
}
