import type { ToolResultBlock } from '@loadout/core/model';
import type { SessionRecord } from './records.js';

/** Returns the answers that a record of ended calls holds, one for each call. */
export const endedBlocks = ({
  block,
  also = [],
}: Pick<Extract<SessionRecord, { t: 'ended' }>, 'block' | 'also'>): readonly ToolResultBlock[] => [
  block,
  ...also.map((id) => ({ ...block, tool_use_id: id })),
];
