import { defineTool } from '@loadout/core';
import { createAgent } from '@loadout/runner';
import { FileStore } from '@loadout/sessions';
import { medianOfRounds } from './lib/rounds.mjs';
import { ms, printTable, ratio } from './lib/table.mjs';

const CALLS = 200;

/** Asks for one call a turn. */
const modelOf = (name) => ({
  name: 'bench',
  async *stream(request) {
    const turn = request.messages.filter(({ role }) => role === 'assistant').length;
    yield { type: 'start', id: `msg_${turn}`, model: request.model };
    const block =
      turn < CALLS
        ? { type: 'tool_use', id: `call_${turn}`, name, input: { file_path: 'notes.txt' } }
        : { type: 'text', text: 'Done.' };
    yield { type: 'block', block };
    yield { type: 'end', stopReason: turn < CALLS ? 'tool_use' : 'end_turn', usage: { input_tokens: 1, output_tokens: 1 } };
  },
});

const toolOf = (name, annotations) =>
  defineTool({ name, description: name, inputSchema: { type: 'object' }, annotations, call: () => 'done' });

/** Files without a wait for the disk: what a journal cost before its promise held over a loss of power. */
function unsynced(dir) {
  const store = new FileStore({ dir });
  return {
    place: (id) => store.place(id),
    has: (place) => store.has(place),
    list: () => store.list(),
    read: (place) => store.read(place),
    under: (place) => store.under(place),
    reopen: (place) => store.reopen(place),
    begin: (place, header) => {
      const journal = store.begin(place, header);
      return { append: (record) => journal.append(record), close: () => journal.close() };
    },
  };
}

async function runOf(folder, { name, sessionStore }) {
  const agent = await createAgent({
    model: modelOf(name),
    customTools: [toolOf('Change', {}), toolOf('Look', { readOnlyHint: true })],
    workspace: folder,
    permissions: { mode: 'bypassPermissions' },
    env: { IS_SANDBOX: '1' },
    sessionStore: () => sessionStore(folder),
  });
  const started = performance.now();
  const { outcome, toolCalls } = await agent.run('Go.').result;
  const took = performance.now() - started;
  await agent.close();
  if (outcome !== 'success' || toolCalls !== CALLS) throw new Error(`The run ended with ${outcome} after ${toolCalls} calls.`);
  return took / CALLS;
}

/** The price of a call with an effect: its start is on the disk before it runs. A call that only reads waits for no disk. */
export async function journalBench({ rounds }) {
  const synced = (dir) => new FileStore({ dir });
  const contenders = [
    { label: 'a call with an effect, without fdatasync', name: 'Change', sessionStore: unsynced },
    { label: 'a call with an effect', name: 'Change', sessionStore: synced },
    { label: 'a call that only reads', name: 'Look', sessionStore: synced },
  ];
  const of = await medianOfRounds(contenders, { rounds, run: runOf });
  const [{ label: first }] = contenders;
  printTable(
    `The journal, ${CALLS} calls of a tool that does nothing, ${rounds} rounds`,
    ['', 'ms a call', 'x without'],
    contenders.map(({ label }) => [label, ms(of(label)), ratio(of(label), of(first))]),
  );
}
