import type { DoorEvent, HttpRuns } from '@loadout/serve';
import { expect, it } from 'vitest';
import type { Task } from './task.js';
import { filesOf } from './task-files.js';

type Inner = Extract<DoorEvent, { type: 'subagent' }>['event'];

const write = (id: string, text: string): readonly [Inner, Inner] => [
  { type: 'tool_call', id, name: 'Write', input: { file_path: `${text}.txt`, content: text } },
  { type: 'tool_result', id, name: 'Write', outcome: 'done', content: 'Written.' },
];

it('calls of two agents with the same id write each its own file', async () => {
  const [mainCall, mainResult] = write('call_0', 'main');
  const [call, result] = write('call_0', 'worker');
  const inWorker = (event: Inner): DoorEvent => ({ type: 'subagent', path: ['worker'], event });
  const events = [mainCall, inWorker(call), inWorker(result), mainResult];
  const log = {
    async *after() {
      for (const [index, event] of events.entries()) yield { id: index + 1, json: JSON.stringify(event) };
    },
  };
  const runs = { events: async () => log, get: async () => ({}) } as unknown as HttpRuns;
  const task = { id: 'one', state: { id: 'one', session: 'one' } } as unknown as Task;
  const files = await filesOf(task, { runs, gone: new AbortController().signal });
  expect(files.map(({ name }) => name)).toEqual(['worker.txt', 'main.txt']);
});
