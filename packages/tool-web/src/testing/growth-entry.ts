import { readFileSync } from 'node:fs';
import { testContext } from '@loadout/testing';
import { partsWith } from './context.js';

/** Fetches a small page, then the one in question several times; prints how far the process's peak rose meanwhile, in MiB, and the last answer. */
const { warm, url, options } = JSON.parse(process.argv[2] ?? '') as { warm: string; url: string; options: object };
const parts = await partsWith(options);
const tool = parts.tools?.[0] as unknown as { call(input: unknown, context: unknown): Promise<{ content: string }> };
const context = testContext();
const fetchOne = (target: string) =>
  tool.call({ url: target }, context).then(
    ({ content }) => content,
    (error: Error) => error.message,
  );
/** The peak memory of this program in KiB. `maxRSS` of a new process starts at the value of the process that started it. */
const peak = () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);

await fetchOne(warm);
const before = peak();
let last = '';
for (let round = 0; round < 3; round++) {
  // Collecting garbage shows the memory that a call keeps, independent of when the engine would collect.
  globalThis.gc?.();
  last = await fetchOne(url);
}
const after = peak();
const usable = await fetchOne(warm);
context.dispose();
process.stdout.write(JSON.stringify({ grownMb: (after - before) / 1024, last: last.slice(0, 300), length: last.length, usable }));
