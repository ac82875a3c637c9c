import type { TrustPart, TrustVerdict } from '@loadout/config';
import { placeText } from './decision.js';
import { visible, visibleValue } from './visible.js';

/** All that would act, whole, each part with its place and the files that it names. */
export function trustText(verdict: TrustVerdict, cwd: string): string {
  const { root, config, hash, parts, changes } = verdict;
  return [
    `${visible(config)} in ${visible(root)}: ${parts.length === 1 ? 'this acts' : `these ${parts.length} parts act`} once trusted.\n`,
    ...parts.map((part) => partText(part, { cwd, changed: changeOf(part, verdict) })),
    ...(changes ?? []).filter((one) => one.how === 'removed').map((one) => `${visible(one.path)}  (no longer there)\n`),
    `sha256 ${hash}\n`,
  ].join('\n');
}

function partText(part: TrustPart, { cwd, changed }: { readonly cwd: string; readonly changed: string }): string {
  const place = part.position === undefined ? '' : `  ${visible(placeText(part.position, cwd))}`;
  const value = visibleValue(part.value).replace(/^/gm, '  ');
  const files = part.files.map(({ path, sha256 }) => `  with ${visible(path)}  ${sha256.slice(0, 16)}…\n`);
  return `${visible(part.path)}${place}${changed}\n${value}\n${files.join('')}`;
}

const changeOf = ({ path }: TrustPart, { changes }: TrustVerdict): string => {
  const how = changes?.find((one) => one.path === path)?.how;
  return how === undefined ? '' : `  (${how} since you trusted it)`;
};
