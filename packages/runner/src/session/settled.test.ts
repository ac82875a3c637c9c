import { MemoryStore, type SessionJournal } from '@loadout/sessions';
import { describe, expect, it } from 'vitest';
import { model, runAgent, type Step, tempFolder, writer } from '../run/scripted.test-kit.js';
import { withJournals } from './with-journals.test-kit.js';

const SCRIPT: readonly Step[] = [{ calls: [{ name: 'Change' }] }, { calls: [{ name: 'Change' }] }, { text: 'Done.' }];

type Waits = Required<Pick<SessionJournal, 'settled' | 'answered'>>;

/** Runs the script and returns what happened, in order. */
async function runWith(waitsOf: (order: string[]) => Waits) {
  const order: string[] = [];
  const workspace = tempFolder();
  const waits = waitsOf(order);
  // The journal waits as that of an engine does.
  const store = withJournals(new MemoryStore({ dir: workspace }), () => waits);
  const asked = model((_, index) => {
    order.push('request');
    return SCRIPT[index] ?? { text: 'Over.' };
  });
  const customTools = [writer('Change', () => `change ${order.push('change')}`)];
  const { result } = await runAgent({ model: asked, customTools, workspace, sessionStore: () => store });
  return { order, result };
}

describe('a run on an engine', () => {
  it('waits for all records before each call, and for the answers alone before each request', async () => {
    const { order, result } = await runWith((order) => ({
      settled: async () => void order.push('settled'),
      answered: async () => void order.push('answered'),
    }));
    const turn = ['answered', 'request', 'settled', 'change'];
    expect([result.outcome, order]).toEqual(['success', [...turn, ...turn, 'answered', 'request']]);
  });

  it('asks for the answer to a result that the engine does not have yet, and starts no call before the engine has it', async () => {
    const { order } = await runWith((order) => ({
      // The engine is slow after the first call.
      settled: () =>
        new Promise((resolve) => {
          if (!order.includes('change')) return resolve();
          order.push('waits');
          setImmediate(() => {
            order.push('recorded');
            resolve();
          });
        }),
      answered: async () => {},
    }));
    expect(order).toEqual(['request', 'change', 'request', 'waits', 'recorded', 'change', 'request']);
  });

  it.each(['settled', 'answered'] as const)('ends when the engine has given it to another worker: %s', async (seam) => {
    const lost = () => Promise.reject(new Error('The run was lost.'));
    const { order, result } = await runWith(() => ({ settled: async () => {}, answered: async () => {}, [seam]: lost }));
    expect([result.outcome, result.error?.message]).toEqual(['error_during_execution', 'The run was lost.']);
    expect(order).toEqual(seam === 'answered' ? [] : ['request']);
  });
});
