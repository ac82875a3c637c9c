import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { initialize, startWireProcess, user } from './wire.test-kit.js';

const EARLY = 20;
const LATE = 100;

const residentKb = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

it.runIf(process.platform === 'linux')('the memory of an engine at turn 100 is that of turn 20, and some (W16)', async () => {
  const wire = await startWireProcess({
    files: { 'a.txt': 'one line\n'.repeat(100) },
    args: ['--max-turns', '9000'],
    replies: ({ body }) => {
      const last = body.messages.at(-1);
      const isResult = Array.isArray(last?.content) && last.content.some(({ type }) => type === 'tool_result');
      return isResult ? { text: 'Done.' } : { tools: [{ name: 'Read', input: { file_path: 'a.txt' } }] };
    },
  });
  wire.write(initialize());
  const weights = [];
  for (let turn = 1; turn <= LATE; turn++) {
    wire.write(user(`go ${turn} ${'x'.repeat(700)}`));
    await wire.next({ type: 'result', subtype: 'success' });
    if (turn === EARLY || turn === LATE) weights.push(residentKb(wire.pid));
  }
  const [early = 0, late = 0] = weights;
  expect(late / early).toBeLessThan(1.3);
});
