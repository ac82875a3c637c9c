import type { Io } from './io.js';

/** Whether the command runs in CI, which the variable CI tells. */
export const isCi = ({ CI = '' }: Io['env']): boolean => !['', 'false', '0'].includes(CI);
