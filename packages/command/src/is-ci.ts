/** Whether the command runs in CI, which the variable CI tells. */
export const isCi = ({ CI = '' }: Readonly<Record<string, string | undefined>>): boolean => !['', 'false', '0'].includes(CI);
