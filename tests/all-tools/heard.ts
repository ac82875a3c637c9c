/** The messages that children received, and the tests that wait for one. */
export class Heard {
  readonly #texts: string[] = [];
  readonly #waiting = new Set<() => void>();

  readonly add = (text: string): void => {
    this.#texts.push(text);
    for (const look of this.#waiting) look();
  };

  readonly wait = (words: string): Promise<void> =>
    new Promise((resolve) => {
      const look = () => {
        if (!this.#texts.some((text) => text.includes(words))) return;
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
      look();
    });
}
