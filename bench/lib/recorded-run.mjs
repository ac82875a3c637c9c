import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineTool } from '@loadout/core';
import { createAgent, FileStore } from '@loadout/runner';

const root = join(import.meta.dirname, '../..');

/** An id as the APIs of models give it. */
const idOf = (kind, count) => `${kind}_01${createHash('sha256').update(`${kind} ${count}`).digest('base64url').slice(0, 22)}`;

/** Results that repeat: the same few lines about another step. */
export const repeating = (step) => `step ${step} of the run is done\n`.repeat(8);

/** Results that do not repeat: the next thousand characters of this project's own files. */
export function ownText() {
  const files = execFileSync('git', ['ls-files', '-z', '*.ts', '*.md'], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter(Boolean);
  const text = files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
  const LENGTH = 1000;
  return (step) => text.slice((step * LENGTH) % text.length, ((step * LENGTH) % text.length) + LENGTH);
}

/** Asks for one call a turn, as many as the run shall have. */
const modelOf = (calls) => {
  let turn = 0;
  return {
    name: 'bench',
    async *stream(request) {
      turn += 1;
      yield { type: 'start', id: idOf('msg', turn), model: request.model };
      if (turn <= calls) {
        yield { type: 'block', block: { type: 'text', text: `Now step ${turn}.` } };
        yield {
          type: 'block',
          block: {
            type: 'tool_use',
            id: idOf('toolu', turn),
            name: 'Look',
            input: { file_path: `src/step-${turn}.ts`, limit: turn },
          },
        };
      } else yield { type: 'block', block: { type: 'text', text: 'Done.' } };
      const usage = { input_tokens: 12 + (turn % 7), output_tokens: 40 + (turn % 31), cache_read_input_tokens: turn * 90 };
      yield { type: 'end', stopReason: turn <= calls ? 'tool_use' : 'end_turn', usage };
    },
  };
};

/** Runs an agent over this many calls, and returns the file of its session. */
export async function recordRun(folder, { calls, resultOf }) {
  let step = 0;
  const look = defineTool({
    name: 'Look',
    description: 'Look',
    inputSchema: { type: 'object' },
    annotations: { readOnlyHint: true },
    call: () => {
      step += 1;
      return resultOf(step);
    },
  });
  const agent = await createAgent({
    model: modelOf(calls),
    customTools: [look],
    workspace: folder,
    permissions: { mode: 'bypassPermissions' },
    env: { IS_SANDBOX: '1' },
    limits: { turns: calls + 1 },
    sessionStore: () => new FileStore({ dir: folder }),
  });
  const { outcome, sessionId } = await agent.run('Look at every step.', {}).result;
  await agent.close();
  if (outcome !== 'success') throw new Error(`The run ended with ${outcome}.`);
  return join(folder, `${sessionId}.jsonl`);
}
