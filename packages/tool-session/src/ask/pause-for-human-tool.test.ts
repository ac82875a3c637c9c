import { UserQuestions } from '@loadout/core';
import { describeTool } from '@loadout/testing';
import { describe, expect, it } from 'vitest';
import { openSession } from '../testing/session.js';
import { pauseForHumanTool } from './pause-for-human-tool.js';

const reason = 'Log in to the registry';
const answered = (answer: string) => async () => ({ [reason]: answer });

describeTool(pauseForHumanTool({}), {
  describe,
  it,
  services: [[UserQuestions, { ask: answered('Continue') }]],
  valid: [{ input: { reason }, text: 'Resumed: the person says to go on.' }],
  invalid: [{ input: {}, path: '/reason' }],
});

describe('a pause (TOOL-PAUSE-01)', () => {
  it('ends with what the person says', async () => {
    const { call } = await openSession({ person: answered('Done, use the token in .env') });
    expect(await call('PauseForHuman', { reason })).toMatchObject({
      isError: false,
      content: 'Resumed. The person says: Done, use the token in .env',
      structured: { status: 'resumed', context: 'Done, use the token in .env' },
    });
  });

  it.each([
    ['chooses Abort', answered('Abort')],
    ['declines', async () => undefined],
    ['says nothing', async () => ({})],
  ])('is an error when the person %s', async (_, person) => {
    const { call } = await openSession({ person });
    expect(await call('PauseForHuman', { reason })).toMatchObject({
      isError: true,
      content: expect.stringContaining('did not let the work continue after the pause (Log in to the registry)'),
    });
  });

  it('is an error when nobody answers in time, and the question is taken back, also from a host that waits on', async () => {
    let takenBack: AbortSignal | undefined;
    const { call } = await openSession({
      pauseTimeout: 0.01,
      person: (_, { signal }) => {
        takenBack = signal;
        return new Promise(() => {});
      },
    });
    expect(await call('PauseForHuman', { reason })).toMatchObject({
      isError: true,
      content: expect.stringContaining('Nobody answered within 0.01 seconds'),
    });
    expect(takenBack?.aborted).toBe(true);
  });

  it('lasts 300,000 ms unless the option says otherwise', () => {
    expect(pauseForHumanTool({}).description).toContain('at most 300 seconds');
    expect(pauseForHumanTool({ pauseTimeout: 20 }).description).toContain('at most 20 seconds');
  });

  it('does not wait if nobody can be asked', async () => {
    expect(await (await openSession()).call('PauseForHuman', { reason })).toMatchObject({
      isError: false,
      content: expect.stringMatching(/^No user is available, so nothing was waited for/),
      structured: { status: 'unavailable' },
    });
  });
});
