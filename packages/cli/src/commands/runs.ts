import { oneLine, printable, printableJson, table } from '@loadout/command';
import type { ListedRun } from '@loadout/engine-restate';
import type { runs } from '../arguments/engine-definitions.js';
import { engineAddress, loadEnginePackage } from '../load/engine-package.js';
import { openQuestions } from '../render/open-questions.js';
import { fetchLine } from '../render/run-files.js';
import { readWholeNumber } from '../run/read-whole-number.js';
import type { Command } from './command.js';

export const execute: Command<typeof runs> = async ({ flags }, io) => {
  const { EngineClient, askName } = await loadEnginePackage('loadout runs');
  const listed = await new EngineClient(engineAddress(io.env)).runs({
    limit: flags.limit === undefined ? undefined : readWholeNumber('--limit', flags.limit),
  });
  if (flags.json) io.out(`${printableJson(listed, 2)}\n`);
  else if (listed.length === 0) io.out('No runs.\n');
  else io.out(table(listed.map(rowOf)) + listed.flatMap((one) => [...openQuestions(one, askName), ...filesOf(one)]).join(''));
  return 0;
};

const filesOf = ({ run, view }: ListedRun) => (view?.files === undefined ? [] : [`${run} ${printable(fetchLine(view.files))}\n`]);

const rowOf = ({ run, agent, state, at, says, prompt }: ListedRun) => [
  run,
  agent,
  state,
  at.slice(0, 19),
  oneLine(says === '' ? prompt : `${prompt} (${says})`, 80),
];
