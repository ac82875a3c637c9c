import { relative } from 'node:path';
import { oneLine, table } from '@loadout/command';
import type { Coverage, CoveredPart } from '../runs/test-report.js';
import { coveredShare } from './coverage-of.js';

const NAMES: Readonly<Record<CoveredPart['kind'], string>> = {
  rule: 'rules',
  hook: 'hooks',
  agent: 'agents',
  tool: 'tools',
  skill: 'skills',
  server: 'servers',
  branch: 'branches',
  profile: 'profiles',
};

/** The coverage in words: shares by kind, then each part that no test reached, with its place. */
export function coverageText(coverage: Coverage, { root }: { readonly root: string }): string {
  const { parts } = coverage;
  const kinds = [...new Set(parts.map(({ kind }) => kind))];
  const shares = kinds.map((kind) => {
    const all = parts.filter((part) => part.kind === kind);
    return `${NAMES[kind]} ${all.filter(isReached).length}/${all.length}`;
  });
  const missed = parts.filter((part) => !isReached(part));
  const head = `Coverage: ${percent(coverage)} %, ${parts.length - missed.length} of ${parts.length} parts`;
  const rows = missed.map((part) => [`  ${placeText(part, root)}`, part.kind, oneLine(part.name, 100)]);
  return [
    `${head}${shares.length === 0 ? '' : ` (${shares.join(', ')})`}\n`,
    ...(missed.length === 0 ? [] : [`No test reached:\n${table(rows)}`]),
  ].join('');
}

const isReached = ({ tests }: CoveredPart): boolean => tests.length > 0;

/** The share in percent, rounded down, so that 100 means all. */
export const percent = (coverage: Coverage): number => Math.floor(coveredShare(coverage) * 100);

function placeText({ place, path }: CoveredPart, root: string): string {
  return place === undefined ? path : `${relative(root, place.file)}:${place.line}:${place.column}`;
}
