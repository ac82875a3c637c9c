import { describe, expect, it } from 'vitest';
import { loadout, project } from '../lib/loadout.js';

const CONFIG = `
models:
  fast: { provider: anthropic, id: claude-haiku-5-5 }
  mine: { provider: script, id: own, price: { input: 1, output: 2, cacheRead: 0 } }
agents:
  a: { model: fast }
  b: { model: script/other }
`;

describe('loadout models (MODEL-04)', () => {
  it('shows the models that a configuration names, with a question mark for what is unknown', async () => {
    const { code, stdout } = await loadout(['models'], { cwd: project({ 'agent.config.yaml': CONFIG }) });
    const lines = stdout.split('\n').map((line) => line.split(/ {2,}/));
    expect([code, lines.slice(1, 4)]).toEqual([
      0,
      [
        ['fast', 'anthropic/claude-haiku-5-5', '1,000,000', '0.1', '0.5', '0.01', 'low medium high xhigh max', 'reference'],
        ['mine', 'script/own', '?', '1', '2', '0', '?', 'configuration'],
        ['script/other', 'script/other', '?', '?', '?', '?', '?', 'unknown'],
      ],
    ]);
    expect(stdout).toMatch(/Table of \d{4}-\d{2}-\d{2}, from models\.dev\.\n$/);
  });

  it('has a question mark where nobody knows the price of a cached token (GAP-E4)', async () => {
    const config =
      'models: { own: { provider: script, id: x, price: { input: 10, output: 20 } } }\nagents: { a: { model: own } }\n';
    const { stdout } = await loadout(['models'], { cwd: project({ 'agent.config.yaml': config }) });
    expect(stdout.split('\n')[1]?.split(/ {2,}/).slice(3, 6)).toEqual(['10', '20', '?']);
  });

  it('shows the model of an agent that names none (GAP-G6)', async () => {
    const { stdout } = await loadout(['models'], {
      cwd: project({ 'agent.config.yaml': 'agents: { a: { instructions: Hi. } }\n' }),
    });
    expect(stdout.split('\n')[1]?.split(/ {2,}/).slice(0, 3)).toEqual(['(default)', 'anthropic/claude-sonnet-5-5', '1,000,000']);
  });

  it('shows the table of a provider, without a configuration', async () => {
    const cwd = project({});
    const { code, stdout } = await loadout(['models', '--provider', 'openai', '--json'], { cwd });
    const { models, date } = JSON.parse(stdout);
    expect([code, typeof date]).toEqual([0, 'string']);
    expect(models).toContainEqual(
      expect.objectContaining({ model: 'openai/gpt-5.6-sol', from: 'table', window: expect.any(Number) }),
    );
    const wrong = await loadout(['models', '--provider', 'opnai'], { cwd });
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('Did you mean openai?')]);
  });
});
