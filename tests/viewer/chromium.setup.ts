import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { programOnPath } from './program-on-path.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the one Chromium of a run. */
    readonly chromium: string;
  }
}

/** Starts the Chromium of a run: a start costs as much as three tests. */
export default async function startChromium({ provide }: TestProject): Promise<() => Promise<void>> {
  const server = await chromium.launchServer({
    executablePath: programOnPath('chromium'),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  provide('chromium', server.wsEndpoint());
  return () => server.close();
}
