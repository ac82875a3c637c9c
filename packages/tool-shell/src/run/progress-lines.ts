import type { ToolContext } from '@loadout/core';
import { seenAtEnd } from './seen-at-end.js';

const EVERY_MS = 100;
const MOST_CHARS = 200;
const LOOKED_AT = 4096;

/**
 * Reports the newest line of the output, at most ten times a second. Instead of a timer, a line that comes too soon is left out.
 */
export function progressLines(context: Pick<ToolContext, 'progress'>): (chunk: Buffer) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (chunk) => {
    const now = performance.now();
    if (now - last < EVERY_MS) return;
    const end = seenAtEnd(chunk.toString('utf8', Math.max(0, chunk.length - LOOKED_AT))).trimEnd();
    if (end === '') return;
    last = now;
    context.progress(end.slice(end.lastIndexOf('\n') + 1).slice(0, MOST_CHARS));
  };
}
