import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import schedule from '@loadout/tool-schedule';
import { expect, it } from 'vitest';
import { agent, cast, resultsOf, runAgent, start, team, tempFolder } from './agents.test-kit.js';

it('a schedule belongs to the whole tree: a subagent that lists it and ends does not change it', async () => {
  const list = { name: 'CronList', input: {} };
  const scripted = cast({
    lead: [
      {
        calls: [
          { name: 'CronCreate', input: { cron: '0 9 1 1 *', prompt: 'Wish a good year.', recurring: true, durable: false } },
        ],
      },
      { calls: [start({ subagent_type: 'helper', prompt: 'What is planned?' })] },
      { calls: [list] },
      { text: 'done' },
    ],
    helper: [{ calls: [list] }, { text: 'I saw it.' }],
  });
  const given = team({}, { others: [agent('helper')] });
  const plugins = { ...given.plugins, schedule };
  // The folder exists, as after an earlier session, so the subagents look into it too.
  const stateDir = tempFolder();
  mkdirSync(join(stateDir, 'plugins/schedule'), { recursive: true });
  await runAgent({ ...given, plugins, model: scripted, env: { IS_SANDBOX: '1', LOADOUT_STATE_DIR: stateDir } });
  expect(resultsOf(scripted.of('helper'))[0]?.text).toContain('Wish a good year.');
  expect(resultsOf(scripted.of('lead')).at(-1)?.text).toContain('Wish a good year.');
});
