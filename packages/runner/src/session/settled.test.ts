import { describe, expect, it } from 'vitest';
import { model, runAgent, type Step, tempFolder, writer } from '../run/scripted.test-kit.js';
import { MemoryStore } from './memory-store.js';
import type { SessionJournal, SessionStore } from './store.js';

const SCRIPT: readonly Step[] = [{ calls: [{ name: 'Change' }] }, { calls: [{ name: 'Change' }] }, { text: 'Done.' }];

type Waits = Required<Pick<SessionJournal, 'settled' | 'answered'>>;

/** A store in memory whose journal waits as that of an engine. */
function engineStore(dir: string, waits: Waits): SessionStore {
  const store = new MemoryStore({ dir });
  return {
    place: (id) => store.place(id),
    has: (place) => store.has(place),
    list: () => store.list(),
    read: (place) => store.read(place),
    under: (place) => store.under(place),
    reopen: (place) => store.reopen(place),
    begin: (...args) => {
      const journal = store.begin(...args);
      return { append: (record) => journal.append(record), close: () => journal.close(), ...waits };
    },
  };
}

/** Runs the script and returns what happened, in order. */
async function runWith(waitsOf: (order: string[]) => Waits) {
  const order: string[] = [];
  const workspace = tempFolder();
  const store = engineStore(workspace, waitsOf(order));
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
