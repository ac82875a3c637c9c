import { MESSAGES_API } from '@loadout/core/model';

/** Returns whether two names mean the same model of one `api`, so that each takes the other's opaque blocks. */
export const isSameModel = (api: string, one: string, other: string): boolean =>
  one === other || (api === MESSAGES_API && plainName(one) === plainName(other));

/**
 * Returns a name of Claude without the parts that only the transport adds: a region and vendor (`us.anthropic.`), a version of the
 * cloud (`-v1:0`), a date (`-20260101`, `@20260101`) and the mark of the long window (`[1m]`).
 */
const plainName = (name: string): string =>
  name
    .replace(/^.*[/.](?=claude-)/, '')
    .replace(/\[1m\]$/, '')
    .replace(/-v\d+(:\d+\w?)?$/, '')
    .replace(/(@\w+|-\d{8}|-latest)$/, '');
