import { expect } from 'vitest';

/** A screen that does not come in this time does not come. */
const MOST_MS = 30_000;
const PAUSE_MS = 50;

type Shown = () => string | Promise<string>;

/** Waits until a screen is as a test wants it. The error has the last screen. */
export async function until(
  wanted: string,
  { screen, holds }: { screen: Shown; holds: (text: string) => boolean },
): Promise<void> {
  let last = '';
  const look = async () => {
    last = await screen();
    return holds(last);
  };
  try {
    await expect.poll(look, { timeout: MOST_MS, interval: PAUSE_MS }).toBe(true);
  } catch (cause) {
    throw new Error(`${wanted} for ${MOST_MS / 1000} s. The last screen:\n${last}`, { cause });
  }
}

const has = (pattern: string | RegExp) => (text: string) =>
  typeof pattern === 'string' ? text.includes(pattern) : pattern.test(text);

export const sees = (screen: Shown, pattern: string | RegExp): Promise<void> =>
  until(`Nothing was like ${pattern}`, { screen, holds: has(pattern) });

export const hides = (screen: Shown, pattern: string | RegExp): Promise<void> =>
  until(`Something was like ${pattern}`, { screen, holds: (text) => !has(pattern)(text) });
