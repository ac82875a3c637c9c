/** The calls of each message of the model `cutting`. */
export const CALLS = ['again', 'once', 'again'] as const;
/** One message for each place at which it can break off: before the first block, and behind each. */
export const MESSAGES = CALLS.length + 1;

/**
 * A model whose messages break off, each once, at another place: the connection is cut, or the process is killed, as the file `break` says.
 * Asked again, the model makes the same calls under other ids. In the end it writes the effects that the conversation knows.
 */
export const CUTTING_MODEL = `import { definePlugin, LoadoutError } from '@loadout/core';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const dir = import.meta.dirname;
const calls = ${JSON.stringify(CALLS)};
const usage = { input_tokens: 1, output_tokens: 1 };

async function breakOff() {
  if (readFileSync(join(dir, 'break'), 'utf8') === 'cut') throw new LoadoutError('MODEL_STREAM_CUT', 'The connection was cut.');
  process.kill(process.pid, 'SIGKILL');
  await new Promise(() => {});
}

function known(messages) {
  const results = messages.flatMap(({ content }) => content.filter(({ type }) => type === 'tool_result'));
  return results.map(({ tool_use_id, content }) => JSON.stringify(content).match(/did ([0-9]+)/)[1] + ' ' + tool_use_id);
}

async function* message(number) {
  const begun = join(dir, 'message-' + number);
  const isFirst = !existsSync(begun);
  writeFileSync(begun, '');
  for (const [index, call] of calls.entries()) {
    if (isFirst && index === number) await breakOff();
    const id = 'call_' + number + '_' + index + (isFirst ? '_lost' : '_kept');
    yield { type: 'block', block: { type: 'tool_use', id, name: 'effects__' + call, input: { step: number * calls.length + index + 1 } } };
    // The time in which a call that may start early does.
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  if (isFirst && number === calls.length) await breakOff();
}

async function* stream({ model, messages }) {
  const number = messages.filter(({ role }) => role === 'assistant').length;
  yield { type: 'start', id: 'msg_' + number, model };
  if (number <= calls.length) yield* message(number);
  else {
    writeFileSync(join(dir, 'known'), known(messages).join('\\n'));
    yield { type: 'block', block: { type: 'text', text: 'All done.' } };
  }
  yield { type: 'end', stopReason: number <= calls.length ? 'tool_use' : 'end_turn', usage };
}

export default definePlugin({ name: 'cutting', setup: () => ({ model: { name: 'cutting', stream } }) });
`;
