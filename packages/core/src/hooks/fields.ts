import type { HookFields } from '../contract/hook/hook.js';

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

export const HOOK_FIELDS: readonly (keyof HookFields)[] = Object.keys(FIELDS) as (keyof HookFields)[];

/** The phases of one event, in order. */
export const HOOK_PHASES = ['transform', 'guard', 'observe'] as const satisfies readonly NonNullable<HookFields['phase']>[];

type Loose = { readonly [F in keyof HookFields]?: HookFields[F] | undefined };

/** Returns the fields of a hook, without the function that runs. */
export const fieldsOf = (hook: Loose): Partial<HookFields> =>
  Object.fromEntries(HOOK_FIELDS.flatMap((field) => (hook[field] === undefined ? [] : [[field, hook[field]]])));
