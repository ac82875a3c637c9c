import { isObject } from '@loadout/core';
import { type Entry, idsIn } from './entry.js';

/**
 * The current conversation out of all lines of a file: from its newest end back along `parentUuid`. An engine that runs calls in
 * parallel attaches each result to its own call, so only one of them is on the path to the end; the others are added again.
 * `isSide`: the file belongs to an agent, so that every line is a side line.
 */
export function mainLine(entries: readonly Entry[], { isSide }: { readonly isSide: boolean }): readonly Entry[] {
  const all = new Map(entries.map((entry) => [entry.uuid, entry]));
  relinkKept(all);
  const leaf = newestEnd([...all.values()], { all, isSide });
  return leaf === undefined ? [] : withSiblings(pathTo(leaf, all), [...all.values()]);
}

const isMessage = ({ type }: Entry): boolean => type === 'user' || type === 'assistant';

function newestEnd(
  entries: readonly Entry[],
  { all, isSide }: { readonly all: ReadonlyMap<string, Entry>; readonly isSide: boolean },
): Entry | undefined {
  const ours = entries.filter((one) => (isSide || (one.isSidechain !== true && !one.teamName)) && one.type !== 'progress');
  const parents = new Set(ours.map((one) => one.parentUuid));
  for (const end of ours.filter((one) => !parents.has(one.uuid)).reverse()) {
    const message = pathTo(end, all).findLast(isMessage);
    if (message !== undefined) return message;
  }
  return undefined;
}

function pathTo(leaf: Entry, all: ReadonlyMap<string, Entry>): Entry[] {
  const path = new Set<Entry>();
  for (let at: Entry | undefined = leaf; at !== undefined && !path.has(at); at = all.get(at.parentUuid ?? '')) path.add(at);
  return [...path].reverse();
}

/**
 * Moves kept messages behind a summary. An engine may continue with some earlier messages, which stay attached to their old
 * place.
 */
function relinkKept(all: Map<string, Entry>): void {
  for (const { compactMetadata } of [...all.values()].filter((one) => one.subtype === 'compact_boundary')) {
    if (!isObject(compactMetadata)) continue;
    const { preservedMessages: some, preservedSegment: segment } = compactMetadata;
    if (isObject(some) && Array.isArray(some.uuids) && some.uuids.every((id) => all.has(id)))
      hang(all, { anchor: some.anchorUuid, kept: some.uuids });
    else if (isObject(segment)) hang(all, { anchor: segment.anchorUuid, kept: [segment.headUuid], tail: segment.tailUuid });
  }
}

function hang(
  all: Map<string, Entry>,
  { anchor, kept, tail = kept.at(-1) }: { readonly anchor: unknown; readonly kept: readonly unknown[]; readonly tail?: unknown },
): void {
  const [head] = kept;
  if (typeof anchor !== 'string' || typeof tail !== 'string' || typeof head !== 'string') return;
  for (const [uuid, entry] of all)
    if (entry.parentUuid === anchor && uuid !== head) all.set(uuid, { ...entry, parentUuid: tail });
  let parentUuid: string = anchor;
  for (const uuid of kept.filter((one) => typeof one === 'string')) {
    const entry = all.get(uuid);
    if (entry !== undefined) all.set(uuid, { ...entry, parentUuid });
    parentUuid = uuid;
  }
}

/** Adds the other lines of each message whose calls ran in parallel, and their results. */
function withSiblings(path: readonly Entry[], all: readonly Entry[]): readonly Entry[] {
  const onPath = new Set(path);
  const children = new Map<string, Entry[]>();
  for (const entry of all) {
    const siblings = children.get(entry.parentUuid ?? '');
    if (siblings === undefined) children.set(entry.parentUuid ?? '', [entry]);
    else siblings.push(entry);
  }
  return messagesOf(path).flatMap(({ lines: known, rest }) => {
    const answered = new Set(rest.flatMap((one) => idsIn(one, 'tool_result', 'tool_use_id')));
    // The conversation continues with another message, so the attached calls were taken back.
    if (answered.size === 0 && rest.some(({ type }) => type === 'user')) return [...known, ...rest];
    const lines = connected(known, children);
    const calls = lines.flatMap((one) => idsIn(one, 'tool_use', 'id')).filter((id) => !answered.has(id));
    const results = lines.flatMap((one) => children.get(one.uuid) ?? []).filter(({ type }) => type === 'user');
    const missing = calls.flatMap((id) => results.findLast((one) => idsIn(one, 'tool_result', 'tool_use_id').includes(id)) ?? []);
    return [...known, ...lines.filter((one) => !onPath.has(one)), ...missing, ...rest];
  });
}

/**
 * Groups the path into the model's messages, each with the lines that follow it. The lines before the first message form a group
 * without a message.
 */
function messagesOf(path: readonly Entry[]): readonly { readonly lines: readonly Entry[]; readonly rest: readonly Entry[] }[] {
  const messages: { lines: Entry[]; rest: Entry[] }[] = [{ lines: [], rest: [] }];
  for (const entry of path) {
    const last = messages.at(-1);
    if (entry.type !== 'assistant') last?.rest.push(entry);
    else if (last?.rest.length === 0 && isOfMessage(entry, last.lines.at(-1))) last.lines.push(entry);
    else messages.push({ lines: [entry], rest: [] });
  }
  return messages;
}

/** Whether two lines are part of one message. Its lines are consecutive and share its id. */
const isOfMessage = (entry: Entry, other: Entry | undefined): boolean =>
  entry.type === 'assistant' && entry.message?.id !== undefined && entry.message.id === other?.message?.id;

function connected(lines: readonly Entry[], children: ReadonlyMap<string, readonly Entry[]>): readonly Entry[] {
  const found = new Set(lines);
  for (const line of found) for (const child of children.get(line.uuid) ?? []) if (isOfMessage(child, line)) found.add(child);
  return [...found];
}
