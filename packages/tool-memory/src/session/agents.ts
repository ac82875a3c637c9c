interface NamedAgent {
  readonly session: string;
  readonly id: string;
  readonly name: string;
}

/** The names of the agents at work. A call knows the id of its agent alone. */
export class Agents {
  readonly #names = new Map<string, Map<string, string>>();

  named({ session, id, name }: NamedAgent): void {
    const names = this.#names.get(session) ?? new Map<string, string>();
    this.#names.set(session, names.set(id, name));
  }

  nameOf({ session, id }: Omit<NamedAgent, 'name'>): string {
    return this.#names.get(session)?.get(id) ?? id;
  }

  end(session: string): void {
    this.#names.delete(session);
  }
}
