const MOST = 200;

export interface EditState {
  readonly text: string;
  readonly at: number;
}

/** The states of a text before its changes. */
export class Undo {
  #states: EditState[] = [];

  /** Keeps the state before a change. */
  keep(state: EditState): void {
    this.#states.push(state);
    if (this.#states.length > MOST) this.#states.shift();
  }

  back(): EditState | undefined {
    return this.#states.pop();
  }
}
