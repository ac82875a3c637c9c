import { expect, it } from 'vitest';
import { loadScript } from './scripts/load-script.js';

const { walkPlainCall } = await loadScript<{ walkPlainCall(): Promise<string[]> }>('walk.mjs');

it('the files that a plain call of Read enters are printed, from the turn of the run to the tool', async () => {
  const files = await walkPlainCall();
  expect(files).toEqual(expect.arrayContaining(['runner/turn/run-loop', 'core/call/pipeline', 'tool-fs/read/read-tool']));
});
