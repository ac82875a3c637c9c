import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { child, type MapNode, type Node, type Path, type Report, readDocument, startOf } from '@loadout/config/documents';
import { isHookEvent } from '@loadout/core/run';
import type { Draft } from './draft.js';
import { entriesOf, itemsOf, numberOf, readFields, sets, textOf } from './read-fields.js';

export const SWITCHES = 'switches of Codex have no counterpart';

interface Context {
  readonly draft: Draft;
  readonly report: Report;
}

/** Reads the hooks of a config.toml, and those of the hooks.json beside it, which run too. */
export async function readCodexHooks(document: MapNode, { draft, report }: Context): Promise<void> {
  const switches = document.entries.get('features');
  const isOff = ['hooks', 'codex_hooks'].some((key) => textOf(entriesOf(switches?.value).get(key)?.value) === 'false');
  for (const [key, { key: place }] of entriesOf(switches?.value))
    if (key !== 'hooks' && key !== 'codex_hooks') draft.lose(['features', key], place, SWITCHES);
  const own = document.entries.get('hooks');
  const file = join(draft.folder, 'hooks.json');
  const isThere = basename(draft.folder) === '.codex' && existsSync(file);
  const place = startOf(file);
  const beside = isThere ? await readDocument(file, { report, place }) : undefined;
  if (beside !== undefined) draft.sources.push(beside);
  for (const entry of [own, beside?.entries.get('hooks')]) {
    if (entry === undefined) continue;
    if (isOff) draft.lose(['hooks'], entry.key, 'they are switched off');
    else readHooks(entry.value, ['hooks'], draft);
  }
}

function readHooks(node: Node, path: Path, draft: Draft): void {
  for (const [event, { key, value }] of entriesOf(node)) {
    const here: Path = [...path, event];
    // Codex keeps there which hooks a person has seen.
    if (event === 'state') continue;
    if (!isHookEvent(event)) draft.lose(here, key, 'there is no such event; the events are in the reference');
    else
      for (const { node: group, path: at } of itemsOf(value, here)) {
        const made = readGroup(group, at, draft);
        if (made === undefined) continue;
        draft.hooks.set(event, [...(draft.hooks.get(event) ?? []), made]);
        draft.gain(at, group.place, `hooks.${event}`);
      }
  }
}

function readGroup(group: Node, path: Path, draft: Draft): Readonly<Record<string, unknown>> | undefined {
  const hooks: unknown[] = [];
  let matcher: string | undefined = '';
  readFields(
    group,
    {
      matcher: (node, at) => (matcher = matcherOf(node, at, draft)),
      hooks: (node, at) =>
        hooks.push(...itemsOf(node, at).flatMap(({ node: one, path: place }) => readHook(one, place, draft) ?? [])),
    },
    { draft, path },
  );
  if (hooks.length === 0 || matcher === undefined) return undefined;
  return { ...(matcher === '' ? {} : { matcher }), hooks };
}

/** The matcher for the tools of Loadout: a patch of Codex is an Edit or a Write. `undefined`: a hook for nothing can be told from it. */
function matcherOf(node: Node, path: Path, draft: Draft): string | undefined {
  const text = textOf(node) ?? '';
  try {
    if (text !== '*') new RegExp(text);
  } catch {
    return draft.lose(path, node.place, `${JSON.stringify(text)} is not a regular expression, so its hooks are left out`);
  }
  if (!text.includes('apply_patch')) return text;
  draft.lose(path, node.place, 'Edit and Write stand for apply_patch; a hook gets their input instead of a patch');
  return /^[\w|]+$/.test(text) ? text.replaceAll('apply_patch', 'Edit|Write') : text.replaceAll('apply_patch', '(?:Edit|Write)');
}

const OTHER_SYSTEM = 'a command for another system is not taken over';

function readHook(node: Node, path: Path, draft: Draft): Readonly<Record<string, unknown>> | undefined {
  const hook: Record<string, unknown> = { type: 'command' };
  const type = textOf(child(node, 'type'));
  if (type !== 'command') return draft.lose(path, node.place, `a hook of type ${type} is not taken over; only commands are`);
  readFields(
    node,
    {
      type: null,
      // A reference of a shell is none of the configuration.
      command: sets(hook, 'command', (value) => (textOf(value) ?? '').replace(/\$(?=\{)/g, '$$$$')),
      timeout: sets(hook, 'timeout', numberOf),
      statusMessage: sets(hook, 'statusMessage', textOf),
      async: sets(hook, 'async', (value) => textOf(value) === 'true'),
      ...{ commandWindows: OTHER_SYSTEM, command_windows: OTHER_SYSTEM },
    },
    { draft, path },
  );
  if (typeof hook.command !== 'string' || hook.command === '') return draft.lose(path, node.place, 'the hook has no command');
  if (!(typeof hook.timeout === 'number' && hook.timeout > 0)) delete hook.timeout;
  return hook;
}
