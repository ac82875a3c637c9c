import type { RecordingData, TreeNode } from '@loadout/viewer';
import { everyKind } from './every-kind.fixture.js';

const START = Date.UTC(2026, 10, 20);

/** A recording with this many steps: a run, and turns with three calls each. Every hundredth step is denied. */
export function largeRecording(steps: number): RecordingData {
  const nodes = Array.from({ length: steps }, (_, id) => nodeOf(id));
  const { head } = everyKind.trajectory;
  return { trajectory: { version: 1, head: { ...head, totals: { ...head.totals, calls: steps } }, nodes }, contents: [] };
}

function nodeOf(id: number): TreeNode {
  const base = { id, agent: ['coder'], start: START + id * 1000, end: START + id * 1000 + 700, size: 100 };
  if (id === 0) return { ...base, kind: 'run', title: 'A long run', source: 'startup' };
  const turn = id - ((id - 1) % 4);
  if (turn === id)
    return { ...base, parent: 0, kind: 'turn', turn: (id + 3) / 4, model: 'm', purpose: 'turn', title: `step ${id}`, usd: 0.001 };
  const isDenied = id % 100 === 7;
  return {
    ...base,
    parent: turn,
    kind: 'call',
    callId: `c${id}`,
    tool: 'Bash',
    title: `step ${id}`,
    state: isDenied ? 'denied' : 'done',
    hash: `h${id}`,
  };
}
