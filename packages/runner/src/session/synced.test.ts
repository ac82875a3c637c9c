import { FileStore, type SessionJournal, type SessionStore } from '@loadout/sessions';
import { describe, expect, it } from 'vitest';
import { model, reader, runAgent, tempFolder, writer } from '../run/scripted.test-kit.js';
import { withJournals } from './with-journals.test-kit.js';

/** A store of files that reports when it waits for the disk. */
const watched = (dir: string, sync: (journal: SessionJournal) => Promise<void>): SessionStore =>
  withJournals(new FileStore({ dir }), (journal) => ({ sync: () => sync(journal) }));

describe('the record of a started call (F13)', () => {
  it('is on the disk before a call with an effect runs; a repeatable call does not wait for the disk', async () => {
    const order: string[] = [];
    const workspace = tempFolder();
    const store = watched(workspace, async (journal) => {
      await journal.sync?.();
      order.push('synced');
    });
    const tools = [reader('Look', () => `${order.push('look')}`), writer('Change', () => `${order.push('change')}`)];
    const script = [{ calls: [{ name: 'Look' }, { name: 'Change' }] }, { calls: [{ name: 'Look' }] }, { text: 'Done.' }];
    const { result } = await runAgent({ model: model(script), customTools: tools, workspace, sessionStore: () => store });
    expect([result.outcome, order]).toEqual(['success', ['look', 'synced', 'change', 'look']]);
  });

  it('prevents the call and ends the run if the disk fails', async () => {
    const ran: string[] = [];
    const workspace = tempFolder();
    const store = watched(workspace, () => Promise.reject(new Error('EIO: i/o error, fdatasync')));
    const tools = [writer('Change', () => `${ran.push('change')}`)];
    const script = [{ calls: [{ name: 'Change' }] }, { text: 'Done.' }];
    const { result } = await runAgent({ model: model(script), customTools: tools, workspace, sessionStore: () => store });
    expect([result.outcome, result.error?.message, ran]).toEqual(['error_during_execution', 'EIO: i/o error, fdatasync', []]);
  });
});
