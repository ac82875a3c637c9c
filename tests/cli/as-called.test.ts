import { expect, it } from 'vitest';
import { loadout, project } from '../lib/loadout.js';

const env = { npm_config_user_agent: 'npm/11.19.1 node/v20.20.2 linux x64 workspaces/false' };
const CONFIG = `hooks: { Stop: [{ hooks: [{ type: command, command: "true" }] }] }
plugins: { own: ./own.js }
agents: { a: { tools: [own__find] } }
`;

it.each([
  ['mcp add docs -- cat', 'until you run: npx @loadout/cli trust'],
  ['doctor', 'Fix: To review and enable: npx @loadout/cli trust'],
  ['doctor --json', '"fix": "To review and enable: npx @loadout/cli trust"'],
  ['check --json', '"fix": "Review and trust it with: npx @loadout/cli trust."'],
  ['run Hi. --output json --require-trust', 'Review and trust it with: npx @loadout/cli trust.'],
  ['run Hi. --output stream-json --require-trust', 'Review and trust it with: npx @loadout/cli trust.'],
])('what a person is to type is what npx knows, also in JSON: %s', async (line, said) => {
  const cwd = project({ 'agent.config.yaml': CONFIG, 'own.js': '' });
  const { stdout } = await loadout(line.split(' '), { cwd, env, trust: false });
  expect(stdout).toContain(said);
  expect(stdout).not.toMatch(/(?<![\w@/.-])loadout [a-z]/);
});
