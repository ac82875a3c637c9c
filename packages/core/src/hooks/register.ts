import type { Hook, HookEvent, HookSet } from '../contract/hook/hook.js';
import { errors } from '../errors.js';
import { messageOf } from '../message-of.js';
import { HOOK_EVENTS, isHookEvent } from './events.js';
import { compileMatcher } from './matcher.js';

/** A hook with its defaults filled in and its matcher compiled. */
export interface RegisteredHook {
  readonly name: string;
  readonly phase: 'transform' | 'guard' | 'observe';
  readonly onFailure: 'block' | 'continue';
  readonly timeoutSeconds: number;
  readonly external: boolean;
  readonly once: boolean;
  readonly background: boolean | 'rewake';
  readonly if?: string | undefined;
  readonly messageTo: 'person' | 'both';
  readonly statusMessage?: string | undefined;
  readonly identity?: string | undefined;
  readonly matcher: string | undefined;
  readonly matches: (subjects: readonly string[]) => boolean;
  readonly run: Hook['run'];
}

/** The hooks of an agent, ordered once. An event without hooks has no entry and costs nothing. */
export type HookTable = ReadonlyMap<HookEvent, readonly RegisteredHook[]>;

const PHASES = ['transform', 'guard', 'observe'] as const;
/** As long as a timer can be. */
const LONGEST_SECONDS = 2_147_483;
const GUARDED: readonly HookEvent[] = [
  'PreToolUse',
  'UserPromptSubmit',
  'UserPromptExpansion',
  'PreModelSwitch',
  'WorktreeCreate',
];

/** Makes the table from hook sets in the order given. Throws HOOK_INVALID, naming the hook, for one that cannot work. */
export function registerHooks(sets: readonly { readonly hooks: HookSet; readonly owner: string }[]): HookTable {
  const table = new Map<HookEvent, RegisteredHook[]>();
  for (const { hooks, owner } of sets) {
    for (const [event, entries] of Object.entries(hooks)) {
      if (!isHookEvent(event))
        throw errors.HOOK_INVALID({
          hook: owner,
          problem: `there is no event "${event}"; there are ${Object.keys(HOOK_EVENTS).join(', ')}`,
        });
      if (entries === undefined) continue;
      const list = table.get(event) ?? [];
      for (const entry of Array.isArray(entries) ? entries : [entries]) list.push(registerHook(entry, event, owner));
      table.set(event, list);
    }
  }
  for (const list of table.values()) list.sort((a, b) => PHASES.indexOf(a.phase) - PHASES.indexOf(b.phase));
  return table;
}

function registerHook(entry: Hook | Hook['run'], event: HookEvent, owner: string): RegisteredHook {
  const hook: Partial<Hook> & Pick<Hook, 'run'> = typeof entry === 'function' ? { run: entry } : entry;
  const name = hook.name ?? owner;
  if (typeof hook.run !== 'function') throw errors.HOOK_INVALID({ hook: name, problem: 'it has no run function' });
  const phase = hook.phase ?? (GUARDED.includes(event) ? 'guard' : 'observe');
  if (!PHASES.includes(phase))
    throw errors.HOOK_INVALID({ hook: name, problem: `its phase is "${String(phase)}", not one of ${PHASES.join(', ')}` });
  const timeoutSeconds = hook.timeoutSeconds ?? 60;
  if (!(timeoutSeconds > 0 && timeoutSeconds <= LONGEST_SECONDS))
    throw errors.HOOK_INVALID({
      hook: name,
      problem: `its timeoutSeconds is ${timeoutSeconds}, not above 0 and at most ${LONGEST_SECONDS}`,
    });
  if (hook.if !== undefined && HOOK_EVENTS[event].isCall === undefined)
    throw errors.HOOK_INVALID({ hook: name, problem: `it has an "if", and ${event} is about no tool call` });
  const matches = safeMatcher(hook.matcher, name);
  return {
    name,
    phase,
    onFailure: hook.onFailure ?? (phase === 'observe' ? 'continue' : 'block'),
    timeoutSeconds,
    external: hook.external ?? false,
    once: hook.once ?? false,
    background: hook.background ?? false,
    if: hook.if,
    messageTo: hook.messageTo ?? 'both',
    statusMessage: hook.statusMessage,
    identity: hook.identity,
    matcher: hook.matcher,
    matches: HOOK_EVENTS[event].subject === undefined ? () => true : matches,
    run: hook.run.bind(hook),
  };
}

function safeMatcher(matcher: string | undefined, name: string) {
  try {
    return compileMatcher(matcher);
  } catch (cause) {
    throw errors.HOOK_INVALID(
      {
        hook: name,
        problem: `its matcher ${JSON.stringify(matcher)} is not a regular expression (${messageOf(cause)})`,
      },
      { cause },
    );
  }
}
