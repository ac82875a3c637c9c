import { nearest } from './nearest.js';

const SCOPE = '@loadout';

/**
 * Returns the fix for a package that is not installed. `own` are the names of Loadout's packages. A misspelt one of them is never
 * offered for installation, because its name belongs to whoever publishes it.
 */
export const installFix = (use: string, own: readonly string[]): string => misspeltPackage(use, own) ?? `npm install ${use}`;

/** Says which of Loadout's packages a name probably means; `undefined` if it is one of them, or another's. */
export function misspeltPackage(use: string, own: readonly string[]): string | undefined {
  const [scope = ''] = use.split('/');
  const bare = own.find((name) => name === `${SCOPE}/${use}`);
  if (own.includes(use) || (bare === undefined && nearest(scope, [SCOPE]) === undefined)) return undefined;
  const near = bare ?? nearest(use, own);
  return near === undefined
    ? `Loadout has no package ${use}. Its packages: ${own.join(', ')}.`
    : `Loadout has no package ${use}. Did you mean ${near}?`;
}
