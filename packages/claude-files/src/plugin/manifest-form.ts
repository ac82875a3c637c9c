import { dotted, flatten, type MapNode, type Path, type Place, placeOf } from '@loadout/config/documents';
import { fromJsonSchema, type JsonSchema } from '@loadout/core';
import { pointerKeys } from '@loadout/core/run';
import { MANIFEST } from './plugin-schemas.js';

/** The keys about the plugin for people, and its options. A part of the plugin is judged where it is read. */
const ABOUT = ['name', 'version', 'description', 'author', 'homepage', 'repository', 'license', 'keywords', 'userConfig'];

export const KEYS: readonly string[] = Object.keys(MANIFEST.properties ?? {});

export interface FormProblem {
  readonly path: Path;
  readonly key: string;
  readonly place: Place;
  readonly problem: string;
}

/** The problems for which Claude Code refuses a manifest. */
export const formProblems = (document: MapNode): Promise<readonly FormProblem[]> => problemsOf(document, MANIFEST);

/** The problems that a schema has with a document, with places. */
export async function problemsOf(document: MapNode, schema: JsonSchema): Promise<readonly FormProblem[]> {
  const flat = flatten(document);
  const parsed = await fromJsonSchema(schema, 'a file of a plugin').parse(flat.data);
  if (parsed.ok) return [];
  return parsed.issues.map(({ path: pointer, message, found }) => {
    const at = pointerKeys(pointer).map((key) => (/^\d+$/.test(key) ? Number(key) : key));
    const shown = found === undefined ? '' : `, is ${found}`;
    return { path: at, key: dotted(at), place: placeOf(flat, at) ?? document.place, problem: `${message}${shown}` };
  });
}

/** Whether a problem is with what no part of the plugin depends on. */
export const isAbout = ({ path: [key] }: FormProblem): boolean => ABOUT.includes(String(key));

/** The keys of a manifest that do nothing in Claude Code. */
export const unknownEntries = ({ entries }: MapNode): readonly { readonly key: string; readonly place: Place }[] =>
  [...entries].flatMap(([key, { key: place }]) => (KEYS.includes(key) ? [] : [{ key, place }]));
