import type { HookSet } from '@loadout/core';
import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../report/events.js';
import { EVENTS_OF_A_RUN, model, reader, runAgent } from '../run/scripted.test-kit.js';

const look = reader('Look', () => 'seen');
const says = () => ({ systemMessage: 'mind the gap' });
const notices = (events: readonly AgentEvent[]) => events.filter((event) => event.type === 'notice');

async function run(hooks: HookSet) {
  const scripted = model([{ calls: [{ name: 'Look', id: 'c1' }] }, { text: 'ok' }]);
  const { events } = await runAgent({ model: scripted, customTools: [look], hooks });
  return { shown: notices(events), told: JSON.stringify(scripted.requests.at(-1)?.messages) };
}

describe('the systemMessage of a hook (HOOK-11)', () => {
  it.each(['PreToolUse', 'PostToolUse'] as const)('on %s is shown to the person and sent to the model', async (event) => {
    const { shown, told } = await run({ [event]: says });
    expect(shown).toEqual([{ type: 'notice', message: `${event}:Look says: mind the gap`, level: 'info', toolUseId: 'c1' }]);
    expect(told).toContain('mind the gap');
  });

  it('is for the person only if the hook says so, on any event', async () => {
    const quiet = { name: 'quiet', messageTo: 'person' as const, run: says };
    const { shown, told } = await run(Object.fromEntries(EVENTS_OF_A_RUN.map((event) => [event, quiet])) as HookSet);
    const isCall = (event: string) => event.endsWith('ToolUse');
    expect(shown.map((event) => event.type === 'notice' && event.message)).toEqual(
      EVENTS_OF_A_RUN.map((event) => `${event}${isCall(event) ? ':Look' : ''} says: mind the gap`),
    );
    expect(told).not.toContain('mind the gap');
  });

  it('of a background hook is shown at once', async () => {
    const { shown } = await run({ Stop: { name: 'late', background: 'rewake', run: async () => says() } });
    expect(shown).toMatchObject([{ message: 'Stop says: mind the gap' }]);
  });
});
