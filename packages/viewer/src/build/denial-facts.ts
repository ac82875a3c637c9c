import type { DecisionFacts } from './decision-of.js';

type Fields = Readonly<Record<string, unknown>>;

/** The sentence of a denial names its rule and its place: ` by the rule Bash(rm:*) (agent.config.yaml:5:53)`. */
const RULE = /\bby the rule (\S.*?) \((?:([^()\s]+):(\d+):(\d+)|[^()]*)\)/;

/** The facts of a denial: from the fields of a trace, or from the sentence, which printed events have alone. */
export function denialFacts({ deniedBy, rule, position, unasked }: Fields, text: string): DecisionFacts {
  const by = unasked === true || text.includes('Nobody is there to ask') ? 'nobody' : undefined;
  const decider = deniedBy === 'hook' || deniedBy === 'person' ? deniedBy : by;
  if (typeof rule === 'string') return { by: decider, rule, position: position as DecisionFacts['position'] };
  const [, told, file = '', line, column] = RULE.exec(text) ?? [];
  const place = line === undefined ? undefined : { file, line: Number(line), column: Number(column) };
  return { by: decider, rule: told, position: place };
}
