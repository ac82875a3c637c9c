import type { Plan } from '@loadout/core/run';

/** An entry of `notify` of the configuration, whose schema has checked it: an address, or a program. */
export interface Receiver {
  readonly url?: string | undefined;
  readonly command?: readonly string[] | undefined;
  readonly secret?: string | undefined;
  readonly on?: readonly NoticeKind[] | undefined;
  readonly content?: 'none' | 'full' | undefined;
  /** The address of the server as the receiver reaches it. */
  readonly address?: string | undefined;
}

export type NoticeKind = 'waiting' | 'ended';

export const receiversOf = ({ notify = {} }: Pick<Plan, 'notify'>): readonly (readonly [name: string, receiver: Receiver])[] =>
  Object.entries(notify);
