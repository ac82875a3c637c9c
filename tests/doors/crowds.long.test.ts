import { join } from 'node:path';
import { query } from '@loadout/sdk';
import { expect, it } from 'vitest';
import { editor } from '../acp/editor.test-kit.js';
import { scripted } from '../cli/scripted.js';
import { environmentOf } from '../lib/loadout.js';
import { trusted } from './scenario.js';

const CROWD = 200;
const TURNS = [{ text: 'Asked: {{prompt}}' }];

/** The answers to many clients at once. Those over HTTP are in the matrix. */
const heardBy = (ask: (prompt: string) => Promise<string>) =>
  Promise.all(Array.from({ length: CROWD }, (_, number) => ask(`Number ${number}.`)));
const EXPECTED = Array.from({ length: CROWD }, (_, number) => `Asked: Number ${number}.`);

it('200 sessions at once over one connection of ACP have each their own answer', async () => {
  const at = await editor({ cwd: scripted({ turns: TURNS }) });
  const ask = async (prompt: string) => {
    const id = await at.session();
    await at.prompt(id, prompt);
    return at.said(id);
  };
  expect(await heardBy(ask)).toEqual(EXPECTED);
});

it('200 queries at once of the Agent SDK in one process have each their own answer', async () => {
  const cwd = scripted({ turns: TURNS });
  const env = environmentOf({ cwd, env: await trusted(cwd) });
  const options = { cwd, env, agentConfig: join(cwd, 'agent.config.yaml'), settingSources: [] };
  const ask = async (prompt: string) => {
    for await (const one of query({ prompt, options })) if (one.type === 'result' && one.subtype === 'success') return one.result;
    return 'no answer';
  };
  expect(await heardBy(ask)).toEqual(EXPECTED);
});
