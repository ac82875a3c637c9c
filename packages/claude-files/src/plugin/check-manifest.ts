import { child, isMap, isText, type Path } from '@loadout/config/documents';
import { lose, refuse } from '../foreign/tell-foreign.js';
import { formProblems, isAbout } from './manifest-form.js';
import type { PluginContext } from './plugin-context.js';
import type { Manifest } from './read-manifest.js';

const TYPES = ['string', 'number', 'boolean', 'directory', 'file'];

/**
 * Names what Claude Code refuses in a manifest and nothing here depends on. An option that cannot be filled in is an error. Whoever checks
 * a plugin for its author says more (decision 0165).
 */
export async function checkManifest({ document, isWritten }: Manifest, context: PluginContext): Promise<void> {
  const problems = isWritten === true && context.isChecked !== true ? await formProblems(document) : [];
  for (const one of problems.filter(isAbout))
    lose({ ...one, problem: `Claude Code refuses it, because it ${one.problem}` }, context);
  const options = child(document, 'userConfig');
  for (const [name, { key, value }] of isMap(options) ? options.entries : []) {
    const path: Path = ['userConfig', name];
    const type = child(value, 'type');
    const wrong = !/^[A-Za-z_]\w*$/.test(name)
      ? 'its name cannot be a variable'
      : !isText(type) || !TYPES.includes(type.value)
        ? `its type is none of ${TYPES.join(', ')}`
        : undefined;
    if (wrong !== undefined) refuse({ path, key: path.join('.'), place: key, problem: wrong, restrictsNothing: true }, context);
  }
}
