import { createHash } from 'node:crypto';
import type { ModelRequest, SystemBlock } from '@loadout/core/model';

/** The system prompt as one text. Text that is specific to one session comes last, so that the rest stays cached (LOOP-22). */
export const systemText = (system: readonly SystemBlock[]): string =>
  [...system.filter(({ volatile }) => volatile !== true), ...system.filter(({ volatile }) => volatile === true)]
    .map(({ text }) => text)
    .filter((text) => text !== '')
    .join('\n\n');

/** Requests that begin alike get the same key, so that they reach the same cache. */
export function cacheKey({ model, system, tools }: ModelRequest): string {
  const names = tools.map(({ name }) => name).join(',');
  const stable = system.filter(({ volatile }) => volatile !== true).map(({ text }) => text);
  return `loadout-${createHash('sha256')
    .update([model, names, ...stable].join('\n'))
    .digest('hex')
    .slice(0, 24)}`;
}
