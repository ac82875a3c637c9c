import { methods } from '@agentclientprotocol/sdk';
import { describe, expect, it } from 'vitest';
import { scripted } from '../cli/scripted.js';
import { type Editor, editor } from './editor.test-kit.js';

const { session } = methods.agent;
const SLEEP = { tools: [{ Bash: { command: 'sleep 600' } }] };
const allowed = { permissions: { allow: ['Bash'] } };
const TOUCH = { tools: [{ Bash: { command: 'touch made.txt' } }] };

const cancel = (at: Editor, sessionId: string) => at.agent.notify(session.cancel, { sessionId });

describe('a cancelled prompt ends as cancelled, and the session goes on', () => {
  it('while the model thinks', async () => {
    const cwd = scripted({ turns: [{ text: 'One.', delay: 600 }, { text: 'Two.' }] });
    const at = await editor({ cwd });
    const id = await at.session();
    const answer = at.prompt(id, 'Hi.');
    await cancel(at, id);
    expect(await answer).toBe('cancelled');
  });

  it('while a command runs, of which nothing is left', async () => {
    const cwd = scripted({ turns: [SLEEP, { text: 'Never.' }], config: allowed });
    const at = await editor({ cwd });
    const id = await at.session();
    const answer = at.prompt(id, 'Sleep.');
    await expect.poll(() => at.of('tool_call_update').map(({ status }) => status)).toContain('in_progress');
    await cancel(at, id);
    expect(await answer).toBe('cancelled');
    expect(at.of('tool_call_update').at(-1)).toMatchObject({ status: 'failed' });
  });

  it('while a question is open, whatever is answered later', async () => {
    const cwd = scripted({ turns: [TOUCH, { text: 'Never.' }] });
    let resolve: (name: string) => void = () => {};
    const open = new Promise<string>((settle) => (resolve = settle));
    const at = await editor({ cwd, answers: [() => open] });
    const id = await at.session();
    const answer = at.prompt(id, 'Touch.');
    await expect.poll(() => at.questions).toHaveLength(1);
    await cancel(at, id);
    expect(await answer).toBe('cancelled');
    resolve('Yes, this once');
    expect(await at.agent.request(session.close, { sessionId: id })).toEqual({});
    expect(at.of('tool_call_update').map(({ status }) => status)).not.toContain('in_progress');
  });

  it('and takes the next prompt at once', async () => {
    const cwd = scripted({ turns: [SLEEP, { text: 'Next.' }], config: allowed });
    const at = await editor({ cwd });
    const id = await at.session();
    const first = at.prompt(id, 'Sleep.');
    await expect.poll(() => at.of('tool_call_update').map(({ status }) => status)).toContain('in_progress');
    await cancel(at, id);
    const second = at.prompt(id, 'Next.');
    expect([await first, await second]).toEqual(['cancelled', 'end_turn']);
    expect(at.said()).toBe('Next.');
  });

  it('and the command ends with everything that it started when the editor is gone', async () => {
    const cwd = scripted({ turns: [SLEEP, { text: 'Never.' }], config: allowed });
    const at = await editor({ cwd });
    const id = await at.session();
    const answer = at.prompt(id, 'Sleep.').catch(() => 'gone');
    await expect.poll(() => at.of('tool_call_update').map(({ status }) => status)).toContain('in_progress');
    await at.close();
    expect(['cancelled', 'gone']).toContain(await answer);
  });
});
