import { describe, expect, it } from 'vitest';
import { ArtifactPaths } from './artifact-paths.js';

const paths = new ArtifactPaths({ recorded: '/home/a/engine/run-1', local: '/home/b/engine/run-1' });

describe('the folder of long results', () => {
  it('has one name in the engine, and its own on each worker', () => {
    const record = { t: 'ended', block: { content: ['see /home/b/engine/run-1/tool-results/x.txt', 3] } };
    const recorded = paths.toRecorded(record);
    expect(recorded.block.content).toEqual(['see /home/a/engine/run-1/tool-results/x.txt', 3]);
    expect(paths.toLocal(recorded)).toEqual(record);
  });

  it('is not mistaken for the folder of another session', () => {
    expect(paths.toLocal('/home/a/engine/run-10/x and /home/a/engine/run-1-b')).toBe(
      '/home/a/engine/run-10/x and /home/a/engine/run-1-b',
    );
    expect(paths.toLocal('/home/a/engine/run-1, and')).toBe('/home/b/engine/run-1, and');
  });

  it('names its files in a text, and none outside', () => {
    const text = JSON.stringify([
      'Saved to /home/a/engine/run-1/tool-results/x.txt. Read it.',
      '/home/a/engine/run-1/agents/agent_1/shell-1.txt\n/home/a/engine/run-1/../other/y.txt',
      '/home/a/engine/run-1/tool-results/x.txt',
    ]);
    expect(paths.namedIn(text)).toEqual(['tool-results/x.txt', 'agents/agent_1/shell-1.txt']);
  });
});
