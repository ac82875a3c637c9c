import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { folderOf, type TrustOptions, type TrustPart, type TrustVerdict } from '@loadout/config';
import {
  at,
  canonical,
  child,
  flatten,
  importedFiles,
  isList,
  isMap,
  isText,
  type MapNode,
  type Node,
  projectRoot,
  sha256,
  verdictOf,
} from '@loadout/config/documents';
import { readTestDocuments } from './read-test-documents.js';

/**
 * Returns the tests of a configuration that do more than any model may do, and whether this user trusts them: a test that answers
 * a question with yes, chooses a profile, sets variables or params, or has code that scores. Every other test has no more power than the model that it replaces. The
 * verdict is beside that of the configuration, because a run reads no tests. Throws CONFIG_INVALID for files that cannot be read.
 */
export async function judgeTests(file: string, trust: TrustOptions): Promise<TrustVerdict> {
  const root = projectRoot(file);
  const configFile = relative(root, join(realpathSync.native(dirname(file)), relative(dirname(file), file)));
  const config = `${configFile} (tests)`;
  const documents = await readTestDocuments(file, { runModules: false });
  const parts = documents.flatMap(({ document, file: source }) =>
    actingTests(document).map((test) => partOf(test, { source, root })),
  );
  const hash = sha256(canonical(['loadout tests 1', parts.map((part) => part.sha256)]));
  return verdictOf({ root, config, parts, hash, trust, coveredBy: { root, config: configFile } });
}

interface ActingTest {
  readonly index: number;
  readonly node: MapNode;
}

function actingTests(document: MapNode): readonly ActingTest[] {
  const tests = at(document, ['tests']);
  if (!isList(tests)) return [];
  return tests.items.flatMap((node, index) => (isMap(node) && acts(node) ? [{ index, node }] : []));
}

/** An answer that is not a plain no may be a yes, such as one that a row fills in. */
function acts(test: MapNode): boolean {
  const answers = child(test, 'answers');
  const says = isMap(answers) ? [...answers.entries.values()].map(({ value }) => value) : [];
  const isNo = (answer: Node) =>
    isText(answer) ? answer.value === 'deny' : isMap(answer) && child(answer, 'deny') !== undefined;
  const chooses = (node: MapNode) => ['profile', 'env', 'params'].some((key) => child(node, key) !== undefined);
  return says.some((answer) => !isNo(answer)) || [test, ...mapsOf(test, 'variants')].some(chooses) || modulesOf(test).length > 0;
}

/** The values of a map, those that are maps. */
function mapsOf(node: MapNode, key: string): readonly MapNode[] {
  const map = child(node, key);
  return isMap(map) ? [...map.entries.values()].flatMap(({ value }) => (isMap(value) ? [value] : [])) : [];
}

/** The modules whose functions score. */
const modulesOf = (test: MapNode): readonly string[] =>
  mapsOf(test, 'score').flatMap((score) => {
    const use = child(score, 'use');
    return isText(use) ? [use.value.replace(/#.*$/, '')] : [];
  });

/** The whole test is the part: a trusted yes must not answer another script. */
function partOf({ index, node }: ActingTest, { source, root }: { readonly source: string; readonly root: string }): TrustPart {
  const value = flatten(node).data;
  const path = `${relative(root, realpathSync.native(source))} tests[${index}]`;
  const near = (name: string) => resolve(folderOf(source), name);
  const isThere = (file: string) => existsSync(file) && statSync(file).isFile();
  const modules = modulesOf(node).filter((use) => isThere(near(use)));
  const named = [...scriptsOf(node).map(near), ...modules.flatMap((use) => importedFiles(near(use)))];
  const files = named.flatMap((file) =>
    isThere(file) ? [{ path: relative(root, file), sha256: sha256(readFileSync(file)) }] : [],
  );
  const { file, line, column } = node.place;
  return {
    path,
    keys: ['tests', index],
    value,
    position: { file, line, column },
    files,
    sha256: sha256(canonical([path, value, files])),
  };
}

/** The files that answer for a model, and those with cases, which may fill in answers. */
function scriptsOf(test: MapNode): readonly string[] {
  const models = [test, ...mapsOf(test, 'variants')].flatMap((one) => {
    const agents = at(one, ['model', 'agents']);
    const scripts = isMap(agents) ? [...agents.entries.values()].map(({ value }) => value) : [];
    return [at(one, ['model', 'script']), at(one, ['model', 'cassette']), at(one, ['instructions', 'file']), ...scripts];
  });
  return [...models, child(test, 'cases'), at(test, ['cases', 'file'])].flatMap((node) => (isText(node) ? [node.value] : []));
}
