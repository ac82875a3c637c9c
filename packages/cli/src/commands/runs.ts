import type { Ask, ListedRun } from '@loadout/engine-restate';
import type { runs } from '../arguments/engine-definitions.js';
import { engineAddress, loadEnginePackage } from '../load/engine-package.js';
import { oneLine, printable, printableJson } from '../render/printable.js';
import { table } from '../render/table.js';
import { readWholeNumber } from '../run/read-whole-number.js';
import type { Command } from './command.js';

export const execute: Command<typeof runs> = async ({ flags }, io) => {
  const { EngineClient, askName } = await loadEnginePackage(io.cwd, 'loadout runs');
  const listed = await new EngineClient(engineAddress(io.env)).runs({
    limit: flags.limit === undefined ? undefined : readWholeNumber('--limit', flags.limit),
  });
  if (flags.json) io.out(`${printableJson(listed, 2)}\n`);
  else if (listed.length === 0) io.out('No runs.\n');
  else io.out(table(listed.map(rowOf)) + listed.flatMap((one) => questionsOf(one, askName)).join(''));
  return 0;
};

const rowOf = ({ run, agent, state, at, says, prompt }: ListedRun) => [
  run,
  agent,
  state,
  at.slice(0, 19),
  oneLine(says === '' ? prompt : `${prompt} (${says})`, 80),
];

/** The open questions, with the command that answers each. */
const questionsOf = ({ run, asks }: ListedRun, nameOf: (ask: Ask) => string): readonly string[] =>
  asks.map((ask) => {
    const { agent, agentId, tool, input, rule, at, reason, from, expires } = ask;
    return [
      `\n${run} asks: ${tool} ${oneLine(input, 200)}`,
      ...(agentId === 'main' ? [] : [`  agent ${oneLine(agent, 100)} (${agentId})`]),
      `  ${rule === undefined ? oneLine(reason, 200) : `rule ${oneLine(rule, 100)}${at === undefined ? '' : ` at ${at}`}`}`,
      ...(expires === undefined ? [] : [`  until ${expires.slice(0, 19)}`]),
      ...(from === undefined ? [] : [`  of ${oneLine(Object.keys(from).join(', '), 200)}`]),
      `  loadout approve ${run} ${nameOf(ask)}`,
      '',
    ]
      .map(printable)
      .join('\n');
  });
