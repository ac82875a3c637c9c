import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SDKMessage } from '@loadout/sdk';
import { describe, expect, it } from 'vitest';
import { sdks } from './lib/sdks.js';
import { atHome, world } from './lib/world.js';

const subtype = (wanted: string) => (message: SDKMessage) => 'subtype' in message && message.subtype === wanted;
const told = (messages: readonly SDKMessage[]) =>
  messages.flatMap((message) => ('subtype' in message && message.subtype.includes('task') ? [message.subtype] : []));
const idOf = (message: SDKMessage) => String((message as { readonly task_id?: unknown }).task_id);

describe.each(sdks)('$name', (sdk) => {
  it('backgroundTasks sends the command that a call waits for to the background, where it goes on (CTRL-11)', async () => {
    const command = 'echo one; touch begun; until [ -e gate ]; do sleep 0.02; done; echo two';
    const { talk, cwd } = await world([
      { tools: [{ name: 'Bash', input: { command }, id: 'toolu_b' }] },
      { text: 'It goes on.' },
      // The end of the command brings a turn of its own, which the program may or may not wait for.
      { text: 'It has ended.' },
    ]);
    const program = talk(sdk, { allowedTools: ['Bash'] });
    program.say('start');
    await expect.poll(() => existsSync(join(cwd, 'begun'))).toBe(true);
    expect(await program.query.backgroundTasks('toolu_none')).toBe(false);
    expect(await program.query.backgroundTasks('toolu_b')).toBe(true);
    expect(await program.result()).toMatchObject({ result: 'It goes on.' });
    writeFileSync(join(cwd, 'gate'), '');
    await program.next(subtype('task_notification'));
    await program.next(subtype('background_tasks_changed'));
    const { messages } = await program.end();
    expect(told(messages)).toEqual([
      'background_tasks_changed',
      'task_started',
      'task_updated',
      'task_notification',
      'background_tasks_changed',
    ]);
    expect(messages.find(subtype('task_started'))).toMatchObject({ tool_use_id: 'toolu_b', is_backgrounded: true });
  });

  it('what was said in an agent is read under the call that started it (AGENT-10)', async () => {
    const input = { subagent_type: 'Explore', description: 'Looks', prompt: 'Look around', run_in_background: false };
    const made = await world([
      { tools: [{ name: 'Agent', input, id: 'toolu_a' }] },
      { text: 'I saw a tree.' },
      { text: 'A tree.' },
    ]);
    const { messages, result } = await made.ask(sdk, 'look');
    const agentId = idOf(messages.find(subtype('task_started')) ?? ({} as SDKMessage));
    await atHome(made, async () => {
      expect(await sdk.listSubagents(result.session_id, { dir: made.cwd })).toEqual([agentId]);
      const said = await sdk.getSubagentMessages(result.session_id, agentId, { dir: made.cwd });
      expect(said.map(({ type, parent_tool_use_id }) => [type, parent_tool_use_id])).toEqual([
        ['user', 'toolu_a'],
        ['assistant', 'toolu_a'],
      ]);
    });
  });
});
