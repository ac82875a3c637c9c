import type { Access } from '@loadout/core';
import type { DecidedCall } from '@loadout/core/run';

/**
 * A call as the rules saw it, so that other rules can be held against it later. With the name and the input of the call, it is all
 * that a decision depends on besides the rules, the mode and the folders. Fields that are absent are false or empty.
 */
export interface RecordedSubject {
  readonly touches: readonly Access[];
  readonly aliases?: readonly string[] | undefined;
  /** The origin of the tool. Absent for a tool of Loadout or of a plugin. */
  readonly origin?: { readonly kind: 'custom' | 'mcp'; readonly server?: string | undefined } | undefined;
  readonly readOnly?: true | undefined;
  readonly openWorld?: true | undefined;
  /** Only a person can answer the call, whatever the rules say. */
  readonly needsPerson?: true | undefined;
  /** The reason for which `touches` is incomplete. */
  readonly unclear?: string | undefined;
}

/** A script of many commands is shorter as a call than as all that it touches. */
const MOST_CHARS = 20_000;

/** Returns the facts to record. `undefined` for a call that touches more than a record holds: nothing can be held against it later. */
export function recordedSubject({ tool, accesses, readOnly, openWorld, unclear }: DecidedCall): RecordedSubject | undefined {
  const { kind = 'base', server } = tool.origin ?? {};
  const subject: RecordedSubject = {
    touches: accesses,
    ...(tool.aliases.length === 0 ? {} : { aliases: tool.aliases }),
    ...(kind === 'base' ? {} : { origin: { kind, server } }),
    ...(readOnly ? { readOnly } : {}),
    ...(openWorld ? { openWorld } : {}),
    ...(tool.requiresUserInteraction === true ? { needsPerson: true } : {}),
    ...(unclear === undefined ? {} : { unclear }),
  };
  return JSON.stringify(subject).length > MOST_CHARS ? undefined : subject;
}
