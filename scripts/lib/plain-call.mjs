/**
 * `node plain-call.mjs WORKSPACE`: one session with two calls of `Read`, no hook and no rule. Prints the source files that the
 * second call enters, from the moment its block is yielded to the next request, as JSON.
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

/** Answers with two calls of `Read`, then with a text. Each `takePreciseCoverage` resets the coverage to zero. */
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

const files = entered.result
  .filter(({ functions }) => functions.some(({ ranges }) => ranges[0].count > 0))
  .map(({ url }) => /@loadout\/([^/]+)\/src\/(.+)\.js$/.exec(url))
  .filter((match) => match !== null)
  .map(([, name, file]) => `${name}/${file}`)
  .sort();
process.stdout.write(JSON.stringify(files));
process.exit(0);
