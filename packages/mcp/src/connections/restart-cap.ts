const MOST = 5;
const WINDOW_MS = 60_000;

/** Says no when a server was started again too often within a minute: one that dies at each call must not eat the machine. */
export class RestartCap {
  #starts: number[] = [];

  take(): boolean {
    const now = performance.now();
    this.#starts = this.#starts.filter((at) => now - at < WINDOW_MS);
    if (this.#starts.length >= MOST) return false;
    this.#starts.push(now);
    return true;
  }

  reset(): void {
    this.#starts = [];
  }
}

export const CAP_TEXT = `it was started again ${MOST} times within a minute`;
