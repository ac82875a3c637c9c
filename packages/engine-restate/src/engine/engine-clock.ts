/**
 * The time by the clock of the engine, as its answers tell it. Workers whose own clocks differ, or are set while they run, agree on
 * the day of a budget. Until the first answer, the time is that of this machine.
 */
export class EngineClock {
  #heard: { readonly time: number; readonly at: number } | undefined;

  /** Takes the `Date` of an answer, in milliseconds since 1970. */
  heard(time: number | undefined): void {
    if (time !== undefined) this.#heard = { time, at: performance.now() };
  }

  /** Returns the time in whole milliseconds since 1970. It is exact to about a second. */
  now(): number {
    if (this.#heard === undefined) return Date.now();
    const { time, at } = this.#heard;
    return Math.round(time + performance.now() - at);
  }
}
