import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { ask, EngineClient, engineAt, type ListedRun } from '@loadout/engine-restate';
import { expect, it, onTestFinished } from 'vitest';
import { loadout, project, startLoadout } from '../lib/loadout.js';
import { freePorts, says, startEngine } from './engine-server.test-kit.js';
import { untilListed } from './until-listed.js';

const PLUGIN = `import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { definePlugin, defineTool } from '@loadout/core';

const send = defineTool({
  name: 'send',
  description: 'Sends.',
  inputSchema: { type: 'object', properties: { to: { type: 'string' } } },
  call({ to }, { agentId }) {
    appendFileSync(join(import.meta.dirname, 'sent'), to + ' ' + agentId + '\\n');
    return 'sent to ' + to;
  },
});
export default definePlugin({ name: 'mail', setup: () => ({ tools: [send] }) });
`;

const agent = (name: string) => `{ subagent_type: ${name}, description: Works, prompt: Go on. }`;
const question = (text: string, header: string, ...labels: readonly string[]) =>
  `{ question: "${text}", header: ${header}, options: [${labels.map((label) => `{ label: ${label}, description: "" }`).join(', ')}] }`;
const SCRIPTS = {
  'pair.yaml': `turns:\n  - tools: [{ Agent: ${agent('ada')} }, { Agent: ${agent('bob')} }]\n  - text: Both are done.\n`,
  'deep.yaml': `turns:\n  - tools: [{ Agent: ${agent('middle')} }]\n  - text: It is done.\n`,
  'middle.yaml': `turns:\n  - tools: [{ Agent: ${agent('ada')} }]\n  - text: The middle is done.\n`,
  'ada.yaml': 'turns:\n  - tools: [{ mail__send: { to: Ada } }]\n  - text: Ada has it.\n',
  'bob.yaml': 'turns:\n  - tools: [{ mail__send: { to: Bob } }]\n  - text: Bob has it.\n',
  'ask.yaml': `turns:
  - tools: [{ AskUserQuestion: { questions: [${question('Which town?', 'Town', 'Oslo', 'Rome')}, ${question('Which day?', 'Day', 'Monday', 'Friday')}] } }]
  - text: It is answered.
`,
  'inquire.yaml': `turns:\n  - tools: [{ Agent: ${agent('ask')} }]\n  - text: It is inquired.\n`,
  'behind.yaml': `turns:\n  - tools: [{ Agent: { subagent_type: ada, description: Works, prompt: Go on., run_in_background: true } }]\n  - text: It goes on.\n  - text: It is over.\n`,
};

const CONFIG = `plugins: { mail: ./mail.mjs, agents: '@loadout/tool-agents', session: '@loadout/tool-session' }
providers:
${Object.keys(SCRIPTS)
  .map((file) => `  ${file.replace('.yaml', '')}: { use: '@loadout/model-script', options: { file: ./${file} } }\n`)
  .join('')}permissions: { ask: [mail__send] }
agents:
  pair: { model: pair/script, instructions: Lead., tools: [Agent], subagents: { ada: {}, bob: {} } }
  deep: { model: deep/script, instructions: Lead., tools: [Agent], subagents: { middle: {} }, limits: { subagentDepth: 2 } }
  behind: { model: behind/script, instructions: Lead., tools: [Agent], subagents: { ada: {} } }
  inquire: { model: inquire/script, instructions: Lead., tools: [Agent], subagents: { ask: {} } }
  ask: { model: ask/script, instructions: Ask., tools: [AskUserQuestion] }
  middle: { model: middle/script, instructions: Lead., tools: [Agent], subagents: { ada: {} } }
  ada: { model: ada/script, instructions: Send., tools: [mail__send] }
  bob: { model: bob/script, instructions: Send., tools: [mail__send] }
`;

/** An engine with a project whose agents ask before they send. */
async function open() {
  const dir = project({ 'agent.config.yaml': CONFIG, 'mail.mjs': PLUGIN, ...SCRIPTS });
  symlinkSync(join(import.meta.dirname, 'node_modules/@restatedev'), join(dir, 'node_modules/@restatedev'));
  const { env, address } = await startEngine(dir);
  const [port = 0] = await freePorts(1);
  const client = new EngineClient(address);
  const command = (...args: readonly string[]) => loadout(args, { cwd: dir, env });
  return {
    command,
    /** All that the engine holds for a run, as text. */
    records: async (run: string) => {
      const query = `SELECT value_utf8 FROM state WHERE service_key = '${run}'`;
      const { text } = await ask(engineAt(address).admin, '/query', { body: { query } });
      return (JSON.parse(text) as { rows: { value_utf8: string }[] }).rows.map((row) => row.value_utf8).join('\n');
    },
    sent: () => (existsSync(join(dir, 'sent')) ? readFileSync(join(dir, 'sent'), 'utf8').trim().split('\n') : []),
    submit: async (name: string) => (await command('submit', name, 'Go on.')).stdout.trim(),
    work: async () => {
      const worker = await startLoadout(['worker', '--port', String(port)], { cwd: dir, env });
      onTestFinished(() => worker.kill('SIGKILL'));
      await says(worker, 'Serving');
      return async () => {
        worker.kill('SIGKILL');
        await worker.finished;
      };
    },
    until: (run: string, isThere: (one: ListedRun) => boolean) => untilListed(client, { run, isThere }),
  };
}

const isWaiting = ({ state }: ListedRun) => state === 'waiting';
const isEnded = ({ state }: ListedRun) => state === 'ended';

it('two subagents that ask at once wait without a worker, and each goes on from its own call', async () => {
  const { submit, work, until, command, sent } = await open();
  const kill = await work();
  const run = await submit('pair');
  const { asks } = await until(run, isWaiting);
  await kill();
  expect(asks.map(({ agent: name, tool }) => `${name} ${tool}`).sort()).toEqual(['ada mail__send', 'bob mail__send']);
  const { stdout } = await command('runs');
  for (const { agent: name, agentId, call } of asks) {
    expect(agentId).toMatch(/^agent_/);
    expect(stdout).toContain(`agent ${name} (${agentId})`);
    expect(stdout).toContain(`loadout approve ${run} ${agentId}/${call}`);
  }
  const nameOf = (name: string) => {
    const { agentId, call } = asks.find((one) => one.agent === name) ?? { agentId: '', call: '' };
    return { agentId, answer: `${agentId}/${call}` };
  };
  expect((await command('approve', run)).stderr).toContain('waits for 2 answers');
  expect((await command('approve', run, nameOf('ada').answer)).code).toBe(0);
  expect((await command('deny', run, nameOf('bob').answer, '--message', 'Not Bob.')).code).toBe(0);
  expect((await command('approve', run, nameOf('ada').answer)).code).not.toBe(0);
  await work();
  const { view } = await until(run, isEnded);
  expect([view?.end?.outcome, view?.end?.text]).toEqual(['success', 'Both are done.']);
  expect(sent()).toEqual([`Ada ${nameOf('ada').agentId}`]);
});

it('a question two agents deep pauses the run, and the answer reaches the agent that asked', async () => {
  const { submit, work, until, command, sent } = await open();
  const kill = await work();
  const run = await submit('deep');
  const { asks } = await until(run, isWaiting);
  await kill();
  expect(asks.map(({ agent: name }) => name)).toEqual(['ada']);
  expect((await command('approve', run)).code).toBe(0);
  await work();
  const { view } = await until(run, isEnded);
  expect([view?.end?.outcome, view?.end?.text]).toEqual(['success', 'It is done.']);
  expect(sent()).toEqual([`Ada ${asks[0]?.agentId}`]);
});

it('a subagent in the background is denied what it would have to wait for', async () => {
  const { submit, work, until, sent } = await open();
  await work();
  const run = await submit('behind');
  const { view } = await until(run, isEnded);
  expect([view?.end?.outcome, view?.end?.text, view?.answers, sent()]).toEqual(['success', 'It is over.', [], []]);
});

it.each(['ask', 'inquire'])('a question of the model to a person waits without a worker, asked by %s', async (name) => {
  const { submit, work, until, command, records } = await open();
  const kill = await work();
  const run = await submit(name);
  const { asks } = await until(run, isWaiting);
  await kill();
  expect(asks.map(({ agent: who, questions }) => [who, questions?.map((one) => one.question)])).toEqual([
    ['ask', ['Which town?', 'Which day?']],
  ]);
  const { stdout } = await command('runs');
  expect(stdout).toContain(`${run} asks: Which town? (Oslo, Rome)`);
  expect(stdout).toMatch(new RegExp(`loadout answer ${run} \\S+ --text TEXT --text TEXT`));
  expect((await command('approve', run)).stderr).toContain('asks 2 questions');
  expect((await command('answer', run, '--text', 'Oslo')).stderr).toContain('asks 2 questions, and the answer has 1 texts');
  expect((await command('answer', run, '--text', 'Oslo', '--text', 'any day')).code).toBe(0);
  await work();
  const { view } = await until(run, isEnded);
  expect(view?.end?.outcome).toBe('success');
  expect(await records(run)).toContain('- Which town?\\n  Oslo\\n- Which day?\\n  any day');
});
