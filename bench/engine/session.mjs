import { fork, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { now } from './clock.mjs';
import { watchTree } from './tree-memory.mjs';

const MOCK = fileURLToPath(new URL('mock.mjs', import.meta.url));
const FLAGS = ['--output-format', 'stream-json', '--verbose', '--input-format', 'stream-json', '--model=claude-sonnet-4-5'];

/** A mock API in a process of its own: its address, and on demand the times of its requests. */
export async function startMock() {
  const child = fork(MOCK);
  const next = () => new Promise((resolve) => child.once('message', resolve));
  const { url } = await next();
  return {
    url,
    async requests() {
      const answer = next();
      child.send('requests');
      return (await answer).requests;
    },
    close: () => child.disconnect(),
  };
}

/**
 * One session of an engine, driven as the SDKs drive it: `initialize` and the first prompt at once, then a prompt after each
 * result. `env` gets the address of the API. `weighAt`: the turns after which the memory is weighed.
 */
export async function measureSession({ command, args, env, cwd, prompts, weighAt = [] }) {
  const api = await startMock();
  const started = now();
  const child = spawn(command, [...args, ...FLAGS], { cwd, env: { ...env, ANTHROPIC_BASE_URL: api.url } });
  const memory = watchTree(child.pid);
  try {
    const errors = [];
    child.stderr.on('data', (chunk) => errors.push(chunk));
    const send = (line) => child.stdin.write(`${JSON.stringify(line)}\n`);
    const ask = (text) =>
      send({ type: 'user', session_id: '', parent_tool_use_id: null, message: { role: 'user', content: text } });
    send({ type: 'control_request', request_id: 'first', request: { subtype: 'initialize', systemPrompt: ['Answer.'] } });
    ask(prompts[0]);
    const turns = [{ from: started }];
    const weights = [];
    let initialized;
    for await (const line of createInterface({ input: child.stdout })) {
      if (line.includes('"control_response"')) initialized ??= now();
      if (!line.startsWith('{') || JSON.parse(line).type !== 'result') continue;
      turns.at(-1).to = now();
      if (weighAt.includes(turns.length)) weights.push(memory.now());
      if (turns.length === prompts.length) break;
      ask(prompts[turns.length]);
      turns.push({ from: now() });
    }
    const peakMb = memory.peak();
    child.stdin.end();
    const requests = await api.requests();
    if (turns.length < prompts.length || requests.length < 2 * prompts.length)
      throw new Error(`${command} stopped early: ${Buffer.concat(errors).toString().slice(-2000)}`);
    if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve));
    return {
      initialize: initialized - started,
      firstRequest: requests[0].receivedAt - started,
      turns: turns.slice(1).map((turn) => turn.to - turn.from - mocks(requests, turn)),
      peakMb,
      weights,
    };
  } finally {
    memory.stop();
    child.kill('SIGKILL');
    api.close();
  }
}

/** How much of a turn was the mock's own. */
function mocks(requests, { from, to }) {
  const within = requests.filter(({ receivedAt }) => receivedAt >= from && receivedAt <= to);
  return within.reduce((sum, { receivedAt, answeredAt = receivedAt }) => sum + answeredAt - receivedAt, 0);
}
