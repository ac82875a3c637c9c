import { visible } from '@loadout/command';
import { isObject } from '@loadout/core';
import type { WantedPlugin } from '../want/want-plugin.js';

/** The parts of a plugin and what it lets act, for a person who decides about it. */
export function factsText({ facts, lost, marketplace, entry }: WantedPlugin, mount: string): string {
  const of = marketplace === undefined ? '' : ` of ${marketplace.name}`;
  const sha = entry.sha ?? (isObject(marketplace?.value) ? marketplace.value.sha : undefined);
  const commit = typeof sha === 'string' ? `, commit ${sha.slice(0, 12)}` : '';
  const list = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [`  ${title}:`, ...lines.map((line) => `    ${visible(line).replace(/\s+/g, ' ')}`)];
  const names = (title: string, all: readonly string[]) => (all.length === 0 ? [] : [`  ${title}: ${visible(all.join(', '))}`]);
  return `${[
    `${visible(facts.name)} ${visible(facts.version)}${visible(of)}${commit}`,
    ...names('skills', facts.skills),
    ...names('agents', facts.agents),
    ...list('acts once you trust it', facts.acts),
    ...list('not pinned, so its code can change', facts.unpinned),
    ...list('does nothing here', lost),
    ...names(`options without a value (plugins.${mount}.options)`, facts.unset),
    `  about ${facts.tokens} tokens more in each request`,
  ].join('\n')}\n`;
}

/** The lines that an update takes away and adds, and the files that it changes: a program that acts can be one of them. */
export function factsChanges(before: Facts, after: Facts): readonly string[] {
  const lines = ({ name, version, skills, agents, acts, unpinned }: Facts) => [
    ...[`${name} ${version}`, ...skills.map((one) => `skill ${one}`), ...agents.map((one) => `agent ${one}`)],
    ...[...acts, ...unpinned.map((one) => `not pinned: ${one}`)],
  ];
  const [was, is] = [lines(before), lines(after)];
  const gone = was.filter((one) => !is.includes(one)).map((one) => `- ${one}`);
  const added = is.filter((one) => !was.includes(one)).map((one) => `+ ${one}`);
  return [...gone, ...added, ...fileChanges(before.files, after.files)];
}

type Facts = WantedPlugin['facts'];
const MOST_SHOWN = 50;

function fileChanges(before: Facts['files'], after: Facts['files']): readonly string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  const lines = names.flatMap((name) => {
    if (before[name] === after[name]) return [];
    return [`${before[name] === undefined ? '+' : after[name] === undefined ? '-' : '~'} file ${name}`];
  });
  return lines.length <= MOST_SHOWN ? lines : [...lines.slice(0, MOST_SHOWN), `~ and ${lines.length - MOST_SHOWN} more files`];
}
