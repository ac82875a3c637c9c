import { HOOK_EVENTS, type HookEvent } from '../contract/hook/events.js';
import type { AnyHook, AnyHookSet, HookFields } from '../contract/hook/hook.js';
import { messageOf } from '../errors/loadout-error.js';
import { errors } from '../errors.js';

type Defaulted = 'name' | 'phase' | 'onFailure' | 'timeoutSeconds' | 'external' | 'once' | 'background' | 'messageTo';

/** A hook with its defaults filled in and its matcher compiled. */
export interface RegisteredHook extends Omit<HookFields, Defaulted>, Required<Pick<HookFields, Defaulted>> {
  readonly matches: (subjects: readonly string[]) => boolean;
  readonly run: AnyHook['run'];
}

/** The hooks of an agent, sorted once. An event without hooks has no entry and costs nothing. */
export type HookTable = ReadonlyMap<HookEvent, readonly RegisteredHook[]>;

/** The longest time that a timer supports. */
const LONGEST_SECONDS = 2_147_483;

export const isHookEvent = (name: string): name is HookEvent => Object.hasOwn(HOOK_EVENTS, name);

/** Builds the table from hook sets in the given order. Throws HOOK_INVALID, with the hook's name, for a hook that cannot work. */
export function registerHooks(sets: readonly { readonly hooks: AnyHookSet; readonly owner: string }[]): HookTable {
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
  for (const list of table.values()) list.sort(byPhase);
  return table;
}

/** Compares two hooks of one event by phase. */
export const byPhase = (a: Pick<RegisteredHook, 'phase'>, b: Pick<RegisteredHook, 'phase'>): number =>
  HOOK_PHASES.indexOf(a.phase) - HOOK_PHASES.indexOf(b.phase);

const DEFAULTS = { timeoutSeconds: 60, external: false, once: false, background: false, messageTo: 'both' } as const;

function registerHook(entry: AnyHook | AnyHook['run'], event: HookEvent, owner: string): RegisteredHook {
  const hook: Partial<AnyHook> & Pick<AnyHook, 'run'> = typeof entry === 'function' ? { run: entry } : entry;
  // A bare function has a JavaScript name, which nobody gave to the hook.
  const given = typeof entry === 'function' ? {} : fieldsOf(entry);
  const phase = given.phase ?? (isGuarded(event) ? 'guard' : 'observe');
  const onFailure = phase === 'observe' ? 'continue' : 'block';
  const registered = { ...DEFAULTS, name: owner, onFailure, ...given, phase } as const;
  const problem = problemOf(registered, { event, run: hook.run });
  if (problem !== undefined) throw errors.HOOK_INVALID({ hook: registered.name, problem });
  const matches = safeMatcher(registered.matcher, registered.name);
  return { ...registered, matches: subjectOf(event) === undefined ? () => true : matches, run: hook.run.bind(hook) };
}

function problemOf(
  hook: Omit<RegisteredHook, 'matches' | 'run'>,
  { event, run }: { readonly event: HookEvent; readonly run: unknown },
): string | undefined {
  const { phase, timeoutSeconds } = hook;
  if (typeof run !== 'function') return 'it has no run function';
  if (!HOOK_PHASES.includes(phase)) return `its phase is "${String(phase)}", not one of ${HOOK_PHASES.join(', ')}`;
  if (!(timeoutSeconds > 0 && timeoutSeconds <= LONGEST_SECONDS))
    return `its timeoutSeconds is ${timeoutSeconds}, not above 0 and at most ${LONGEST_SECONDS}`;
  if (hook.if !== undefined && HOOK_EVENTS[event].isCall === undefined)
    return `it has an "if", and ${event} is about no tool call`;
  return undefined;
}

const isGuarded = (event: HookEvent): boolean => HOOK_EVENTS[event].guards === true;

/** Returns the field of the event's input that a matcher is compared with. */
const subjectOf = (event: HookEvent): string | undefined => HOOK_EVENTS[event].subject;

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

/**
 * Compiles the `matcher` of a hook. A matcher with only letters, digits, `_`, `-`, blanks, commas and `|` is a list of exact
 * names. Any other matcher is a regular expression, not anchored. Absent, empty or `*` matches everything. Source: CON-36.
 */
export function compileMatcher(matcher: string | undefined): (subjects: readonly string[]) => boolean {
  if (matcher === undefined || matcher === '' || matcher === '*') return () => true;
  if (/^[\w\- ,|]+$/.test(matcher)) {
    const names = new Set(matcher.split(/[|,]/).map((name) => name.trim()));
    return (subjects) => subjects.some((subject) => names.has(subject));
  }
  const pattern = new RegExp(matcher);
  return (subjects) => subjects.some((subject) => pattern.test(subject));
}

/** Every field of a hook except `run`, so that code which copies a hook copies all of it. */
const FIELDS: Readonly<Record<keyof HookFields, true>> = {
  name: true,
  matcher: true,
  if: true,
  phase: true,
  onFailure: true,
  timeoutSeconds: true,
  external: true,
  once: true,
  background: true,
  afterUse: true,
  messageTo: true,
  statusMessage: true,
  identity: true,
  position: true,
};

/** The phases of one event, in order. */
export const HOOK_PHASES = ['transform', 'guard', 'observe'] as const satisfies readonly NonNullable<HookFields['phase']>[];

type Loose = { readonly [F in keyof HookFields]?: HookFields[F] | undefined };

/** Returns the fields of a hook, without the function that runs. */
export const fieldsOf = (hook: Loose): Partial<HookFields> =>
  Object.fromEntries(
    (Object.keys(FIELDS) as (keyof HookFields)[]).flatMap((field) => (hook[field] === undefined ? [] : [[field, hook[field]]])),
  );
