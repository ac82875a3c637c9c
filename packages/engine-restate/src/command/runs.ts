import { defineCommand, jsonFlag } from '@loadout/core/commands';
import { EngineClient } from '../client/engine-client.js';
import type { ListedRun } from '../client/listed-run.js';
import { openQuestions } from '../client/open-questions.js';
import { engineAddress, WHERE } from '../engine/engine-place.js';

const definition = {
  name: 'runs',
  group: 'more',
  summary: 'List the runs of the engine, the newest first, and the approvals they wait for.',
  positionals: [],
  flags: [
    {
      name: 'limit',
      value: 'N',
      form: 'count',
      help: 'The maximum number of runs to list. Default: 100. Runs that have not ended come first.',
    },
    jsonFlag,
  ],
  details: [WHERE],
  examples: ['--limit 20'],
} as const;

export default defineCommand(definition, async ({ flags }, host) => {
  const limit = flags.limit === undefined ? undefined : Number(flags.limit);
  const listed = await new EngineClient(engineAddress(host.env)).runs({ limit });
  if (flags.json) host.json(listed);
  else if (listed.length === 0) host.out('No runs.\n');
  else {
    host.table(listed.map(rowOf));
    for (const one of listed) for (const text of [...openQuestions(one), ...filesOf(one)]) host.out(text);
  }
  return 0;
});

const filesOf = ({ run, view }: ListedRun) =>
  view?.files === undefined ? [] : [`${run} Files: git fetch ${view.files.remote} ${view.files.ref}\n`];

const rowOf = ({ run, agent, state, at, says, prompt }: ListedRun) => [
  run,
  agent,
  state,
  at.slice(0, 19),
  says === '' ? prompt : `${prompt} (${says})`,
];
