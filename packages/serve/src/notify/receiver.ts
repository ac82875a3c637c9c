import type { Plan } from '@loadout/core/run';
import { errors } from '../errors.js';
import { keyOf } from './signature.js';

/** An entry of `notify` of the configuration, whose schema has checked it: an address, or a program. */
export type Receiver = NonNullable<Plan['notify']>[string];

export type NoticeKind = 'waiting' | 'ended';

/**
 * The receivers by name. Throws NOTIFY_ADDRESS and NOTIFY_SECRET, before a message would be lost on an address that takes none, or be
 * signed with a key that everybody knows.
 */
export function receiversOf({ notify = {} }: Pick<Plan, 'notify'>): readonly (readonly [name: string, receiver: Receiver])[] {
  const receivers = Object.entries(notify);
  for (const [name, { url, address, secret }] of receivers) {
    if (secret !== undefined && keyOf(secret).length === 0) throw errors.NOTIFY_SECRET({ name });
    for (const [key, value] of Object.entries({ url, address })) {
      const problem = value === undefined ? undefined : problemOf(value);
      if (problem !== undefined) throw errors.NOTIFY_ADDRESS({ key: `${name}.${key}`, problem });
    }
  }
  return receivers;
}

/** Names no more than the scheme, since an address may hold a key. */
function problemOf(value: string): string | undefined {
  if (!URL.canParse(value)) return 'is no address';
  const { protocol, username, password } = new URL(value);
  if (protocol !== 'https:' && protocol !== 'http:') return `is an address of ${protocol}`;
  // No request is made of such an address, and its error would show the password.
  return username === '' && password === '' ? undefined : 'has the name or the password of a user in it';
}
