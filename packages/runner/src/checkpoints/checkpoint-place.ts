import { join } from 'node:path';
import type { SessionHeader } from '../session/records.js';
import type { CheckpointPlace } from './checkpoint-index.js';

/** The part of a session's header that names its checkpoints. */
export type CheckpointedSession = Pick<SessionHeader, 'id' | 'artifactDir' | 'startedAt' | 'forkedFrom'>;

export const placeOf = ({ id, artifactDir, startedAt, forkedFrom }: CheckpointedSession): CheckpointPlace => ({
  dir: join(artifactDir, 'checkpoints', id),
  from: forkedFrom,
  at: Date.parse(startedAt),
});
