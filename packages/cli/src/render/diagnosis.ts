import type { Diagnosis } from '../load/diagnose-server.js';
import { count, duration, plural } from './numbers.js';
import { oneLine, printable } from './printable.js';
import { table } from './table.js';
import { ESTIMATE } from './token-estimate.js';

export function diagnosisText(found: Diagnosis): string {
  const { server, kind, state, ms, info, problems, leftOut } = found;
  const how = state === 'connected' ? `connected over ${kind} in ${duration(ms)}` : `${state} after ${duration(ms)}`;
  const says =
    info === undefined
      ? []
      : [`Server: ${oneLine(`${info.name} ${info.version}`)}, protocol ${oneLine(info.protocolVersion)}.\n`];
  return [
    `${oneLine(server)}: ${how}\n`,
    ...says,
    ...(state === 'connected' ? [offerText(found)] : []),
    ...section(
      'Tools left out:',
      leftOut.map(({ name, why }) => `${oneLine(name)}: ${printable(why)}`),
    ),
    ...section(
      'Problems:',
      problems.map(({ problem, fix }) => printable(`${problem}${fix === undefined ? '' : `\nFix: ${fix}`}`)),
    ),
  ].join('');
}

function offerText({ tools, tokens, resources, prompts }: Diagnosis): string {
  const rows = [...tools, { name: 'total', tokens }].map((tool) => [oneLine(tool.name), `about ${count(tool.tokens)} tokens`]);
  return `Offers ${plural(tools.length, 'tool')}, ${plural(resources, 'resource')} and ${plural(prompts, 'prompt')}. Estimate (${ESTIMATE}):\n${table(rows, [1])}`;
}

const section = (title: string, entries: readonly string[]) =>
  entries.length === 0 ? [] : [`${title}\n`, ...entries.map((entry) => `  ${entry.replaceAll('\n', '\n  ')}\n`)];
