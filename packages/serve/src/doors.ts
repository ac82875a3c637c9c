import { neededPackage } from '@loadout/command';
import type { Door } from './door.js';

/** The doors by the beginnings of their paths. A door is loaded with the first request for it. */
const DOORS: readonly { readonly path: RegExp; readonly load: () => Promise<Door> }[] = [
  { path: /^\/v1(?:\/|$)/, load: async () => (await import('./openai/openai-door.js')).openAiDoor },
  {
    path: /^\/(?:a2a(?:\/|$)|\.well-known\/agent-card\.json$)/,
    load: () => packaged('@loadout/a2a', '/a2a'),
  },
  { path: /^\/agui(?:\/|$)/, load: () => packaged('@loadout/ag-ui', '/agui') },
];

/** The door of a path. `undefined` if the path is one of the server itself. Throws PACKAGE_MISSING. */
export const doorOf = (path: string): Promise<Door> | undefined => DOORS.find((one) => one.path.test(path))?.load();

/** The default export of a package that is installed with this one. The name is no literal, since that package is built on this one. */
async function packaged(use: string, path: string): Promise<Door> {
  const load = () => import(use) as Promise<{ readonly default: Door }>;
  return (await neededPackage(use, { needs: path, load })).default;
}
