import { stringify } from 'yaml';
import type { Draft, Gain, Loss } from './draft.js';
import { given } from './read-fields.js';
import type { Format } from './recognise.js';
import { hideKeysIn } from './written-secret.js';

interface Origin {
  readonly from: Format;
  /** The name of the file as the caller wrote it. */
  readonly file: string;
  readonly shown: Shown;
}

/** A line such as `recipe.yaml:7:3 retry: ...`. */
export const lossLine = ({ problem, ...at }: Loss, shown: Shown): string => line(at, `: ${problem}`, shown);

/** A line such as `recipe.yaml:7:3 retry -> agents.main`. */
export const gainLine = ({ became, ...at }: Gain, shown: Shown): string => line(at, ` -> ${became}`, shown);

/** Returns the name of a file for a person. */
export type Shown = (file: string) => string;

const line = ({ file, line: row, column, key }: Omit<Gain, 'became'>, end: string, shown: Shown): string =>
  hideKeysIn(`${shown(file)}:${row}:${column} ${key}${end}`, () => '***').replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');

/** Writes the draft as the text of agent.config.yaml, with the losses at its top. */
export async function writeDraft(draft: Draft, { from, file, shown }: Origin): Promise<string> {
  const sections: readonly (readonly [string, unknown])[] = [
    ['name', draft.name],
    ['description', draft.description],
    ['compat', draft.compat],
    section(['plugins', draft.plugins]),
    section(['secrets', draft.secrets]),
    section(['providers', draft.providers]),
    section(['models', new Map([...draft.models].map(([name, { plan }]) => [name, given({ ...plan })]))]),
    ['smallModel', draft.smallModel],
    section(['tools', draft.tools]),
    section(['mcpServers', draft.mcpServers]),
    ['permissions', draft.permissions],
    ['sandbox', draft.sandbox],
    section(['hooks', draft.hooks]),
    ['skills', draft.skills],
    section(['agents', draft.agents]),
  ];
  const body = sections
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => stringify({ [key]: value }, { lineWidth: 120, blockQuote: 'literal', aliasDuplicateObjects: false }));
  const { losses } = draft;
  const head = [
    `# Imported from ${from}: ${file}`,
    ...(losses.length === 0 ? [] : ['# Not taken over:', ...losses.map((loss) => `#   ${lossLine(loss, shown)}`)]),
  ].map((line) => line.replace(/[\r\n]+/g, ' '));
  return `${head.join('\n')}\n\n${body.join('\n')}`;
}

const section = ([key, map]: readonly [string, ReadonlyMap<string, unknown>]): readonly [string, unknown] => [
  key,
  map.size === 0 ? undefined : Object.fromEntries(map),
];
