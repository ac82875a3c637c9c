/**
 * `node plain-call.mjs WORKSPACE`: runs one session with two calls of `Read`, without hooks and rules. Prints the places of the functions of
 * this file that the second call enters, from its block to the next request, as JSON. `scripts/walk.mjs` puts all code into this file.
 */
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { createAgent } from '@loadout/runner';
import fs from '@loadout/tool-fs';

const [workspace = '.'] = process.argv.slice(2);
const profiler = new Session();
profiler.connect();
await profiler.post('Profiler.enable');

let entered;
let requests = 0;

/** A model that makes two calls of `Read` and ends. Precise coverage starts again from zero at each `takePreciseCoverage`. */
const model = {
  name: 'walk',
  async *stream(request) {
    requests += 1;
    if (requests === 3) entered = await profiler.post('Profiler.takePreciseCoverage');
    const read = request.tools.find(({ name }) => name === 'Read' || name.endsWith('__Read'));
    yield { type: 'start', id: `msg_${requests}`, model: 'walk' };
    if (requests === 3) yield { type: 'block', block: { type: 'text', text: 'Done.' } };
    else {
      const coverage = { callCount: true, detailed: false, allowTriggeredUpdates: false };
      if (requests === 1) await profiler.post('Profiler.startPreciseCoverage', coverage);
      else await profiler.post('Profiler.takePreciseCoverage');
      const input = { file_path: join(workspace, 'a.txt') };
      yield { type: 'block', block: { type: 'tool_use', id: `call_${requests}`, name: read.name, input } };
    }
    const usage = { input_tokens: 1, output_tokens: 1 };
    yield { type: 'end', stopReason: requests === 3 ? 'end_turn' : 'tool_use', usage };
  },
};

const agent = await createAgent({ model, plugins: { fs }, workspace, sessionsDir: join(workspace, 'sessions') });
const run = await agent.run('Read a.txt.');
for await (const event of run)
  if (event.type === 'PostToolUseFailure' || event.type === 'error') throw new Error(JSON.stringify(event));
const { outcome } = await run.result;
if (outcome !== 'success') throw new Error(`The run ended as ${outcome}.`);

const { functions } = entered.result.find(({ url }) => url === import.meta.url);
const begun = functions.filter(({ ranges: [{ count }] }) => count > 0).map(({ ranges: [{ startOffset }] }) => startOffset);
process.stdout.write(JSON.stringify(begun));
process.exit(0);
