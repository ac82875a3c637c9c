import { type MessageJson, wellFormed } from '@loadout/node/http';

/** The elements of a list that a message becomes on the wire: several, or none. */
export const elements = (list: readonly unknown[]): MessageJson => ({
  text: list.map((one) => wellFormed(JSON.stringify(one))).join(','),
});

/** The JSON of a list by the list's identity: it is the same object in every turn of a session. */
export class ListJson<T extends object> {
  readonly #toJson: (list: T) => string;
  readonly #kept = new WeakMap<T, string>();

  constructor(toJson: (list: T) => string) {
    this.#toJson = toJson;
  }

  of(list: T): string {
    const json = this.#kept.get(list) ?? this.#toJson(list);
    this.#kept.set(list, json);
    return json;
  }
}
