import { FileStore, type SessionStore } from '@loadout/sessions';
import { describe, expect, it } from 'vitest';
import { createAgent } from '../agent/create-agent.js';
import { model, reader, runAgent, type Step, tempFolder, writer } from '../run/scripted.test-kit.js';
import { openCalls } from '../run/serve-calls.js';
import { withJournals } from './with-journals.test-kit.js';

const script: readonly Step[] = [
  { calls: [{ name: 'Look' }, { name: 'Look' }, { name: 'Change' }] },
  { calls: [{ name: 'Change' }] },
  { text: 'All done.' },
];

/** A store whose disk is full from its n-th record on. */
function fullAfter(records: number, dir: string): SessionStore {
  let left = records;
  return withJournals(new FileStore({ dir }), (journal) => ({
    append: (record) => {
      if (left-- <= 0) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
      journal.append(record);
    },
  }));
}

const tools = (ran: string[]) => [
  reader('Look', () => `look ${ran.push('look')}`),
  writer('Change', () => `change ${ran.push('change')}`),
];

describe('a session that cannot be written (F2)', () => {
  it('ends its run with a result that gives the reason, for any record, and can be opened again', async () => {
    for (let records = 0; records < 20; records++) {
      const ran: string[] = [];
      const workspace = tempFolder();
      const store = fullAfter(records, workspace);
      const options = { model: model(script), customTools: tools(ran), workspace };
      const { result, run, events } = await runAgent({ ...options, sessionStore: () => store });
      if (result.outcome === 'success') {
        expect(records).toBeGreaterThan(10);
        return;
      }
      expect(result, `record ${records}`).toMatchObject({
        outcome: 'error_during_execution',
        error: { message: expect.stringContaining('no space left on device') },
      });
      expect(events.at(-1), `record ${records}`).toEqual({ type: 'result', result });
      // A call without a recorded start has not run.
      const started = new FileStore({ dir: workspace })
        .read(new FileStore({ dir: workspace }).place(run.sessionId))
        .filter(({ t }) => t === 'started');
      expect(ran.length, `record ${records}`).toBeLessThanOrEqual(started.length);
      new FileStore({ dir: workspace }).reopen(new FileStore({ dir: workspace }).place(run.sessionId)).journal.close();
    }
    throw new Error('no run came to its end');
  });

  it('ends each prompt of a conversation with such a result, and the conversation closes', async () => {
    const workspace = tempFolder();
    const agent = await createAgent({
      model: model([{ text: 'One.' }]),
      workspace,
      env: {},
      sessionStore: () => fullAfter(0, workspace),
    });
    const conversation = await agent.open();
    for (const prompt of ['One?', 'Two?'])
      expect(await conversation.ask(prompt)).toMatchObject({
        outcome: 'error_during_execution',
        error: { message: expect.stringContaining('no space left') },
      });
    await conversation.close();
    await agent.close();
  });

  it('fails each call from outside, and releases the session', async () => {
    const workspace = tempFolder();
    const open = (records: number) =>
      createAgent({
        model: model([]),
        workspace,
        env: {},
        customTools: tools([]),
        sessionStore: () => fullAfter(records, workspace),
      });
    const none = await open(0);
    await expect(openCalls(none.spec)).rejects.toThrow('no space left');
    const some = await open(1);
    const calls = await openCalls(some.spec);
    await expect(calls.call({ name: 'Look', input: {} })).rejects.toThrow('no space left');
    await calls.close();
    for (const place of new FileStore({ dir: workspace }).list()) new FileStore({ dir: workspace }).reopen(place).journal.close();
    await none.close();
    await some.close();
  });
});
