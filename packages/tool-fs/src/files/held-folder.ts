import { type HeldFolder, type HoldOptions, holdFolder as hold } from '@loadout/node';
import { errors } from '../errors.js';

export type { HeldFolder } from '@loadout/node';

/** The options of this package: a path that leads elsewhere by now is FILE_PATH_MOVED. */
const HOLDING: HoldOptions = { moved: ({ path, problem }) => errors.FILE_PATH_MOVED({ path, problem }) };

/** Holds the folder at a real path. Throws FILE_PATH_MOVED. */
export const holdFolder = (path: string): HeldFolder => hold(path, HOLDING);
