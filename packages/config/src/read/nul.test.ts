import { afterAll, expect, it } from 'vitest';
import { makeSandbox, problems } from '../load/sandbox.fixture.js';

const sandbox = makeSandbox();
afterAll(() => sandbox.remove());

const server = (entry: string) => `mcpServers: { db: { ${entry} } }\nagents: { main: { instructions: x } }\n`;

it.each([
  ['command', server('command: "node\\0"')],
  ['args', server('command: node, args: ["a\\0b"]')],
  ['a variable', server('command: node, env: { A: "x\\0" }')],
  ['the name of a variable', server('command: node, env: { "A\\0": x }')],
  ['url', server('type: http, url: "http://127.0.0.1/\\0"')],
  ['a hook', 'hooks: { Stop: [{ hooks: [{ type: command, command: "true\\0" }] }] }\nagents: { main: { instructions: x } }\n'],
  ['instructions', 'agents: { main: { instructions: "x\\u0000y" } }\n'],
])('an escaped NUL character in %s is an error with its place', async (_, text) => {
  const found = await problems(sandbox.project({ 'agent.config.yaml': text }));
  expect(found.filter((problem) => problem.startsWith('CONFIG_NUL'))).toHaveLength(1);
});

it('an escaped NUL character in a file of JSON or in a module is one too', async () => {
  const json = JSON.stringify({ agents: { main: { instructions: 'x\0' } } });
  const files = { 'agent.config.json': json, 'agent.config.mjs': `export default ${json};` };
  for (const [file, text] of Object.entries(files)) {
    const found = await problems(sandbox.project({ [file]: text }));
    expect(found.join(), file).toContain('CONFIG_NUL agents.main.instructions');
  }
});
