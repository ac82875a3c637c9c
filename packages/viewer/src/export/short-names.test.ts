import { describe, expect, it } from 'vitest';
import { callOf, HandMade } from '../recording.test-kit.js';
import { exportData } from './export-data.js';

const recordingOf = (hash: string) =>
  new HandMade(
    [
      { ...callOf(0, 'ls'), callId: 'toolu_01A', hash },
      { ...callOf(1, 'pwd'), callId: 'toolu_01B', hash: 'other' },
    ],
    {
      contents: [
        {
          id: 1,
          said: [
            { type: 'call', callId: 'toolu_01A', tool: 'Bash' },
            { type: 'text', text: { head: 'toolu_01A' } },
          ],
        },
      ],
    },
  );
const exported = (whole: boolean) =>
  exportData([recordingOf('f00'), recordingOf('f00')], { now: 0, secrets: [], whole }).then(({ recordings }) => recordings);

describe('the ids in an export', () => {
  it('are short, equal where they were equal, also between recordings, and no text is changed', async () => {
    const [first, second] = await exported(false);
    expect(first?.trajectory.nodes).toMatchObject([
      { callId: 'call-1', hash: 'h1' },
      { callId: 'call-2', hash: 'h2' },
    ]);
    expect(second?.trajectory.nodes[0]).toMatchObject({ hash: 'h1' });
    expect(first?.contents).toMatchObject([{ said: [{ callId: 'call-1' }, { text: { head: 'toolu_01A' } }] }]);
  });

  it('are those of the record in a whole export', async () => {
    const [first] = await exported(true);
    expect(first?.trajectory.nodes[0]).toMatchObject({ callId: 'toolu_01A', hash: 'f00' });
  });
});
