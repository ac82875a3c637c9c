import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { folderOf, type TrustOptions, type TrustPart, type TrustVerdict } from '@loadout/config';
import {
  at,
  canonical,
  child,
  flatten,
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
 * a question with yes, chooses a profile, or sets variables or params. Every other test has no more power than the model that it replaces. The
 * verdict is beside that of the configuration, because a run reads no tests. Throws CONFIG_INVALID for files that cannot be read.
 */
export async function judgeTests(file: string, trust: TrustOptions): Promise<TrustVerdict> {
  const root = projectRoot(file);
  const configFile = relative(root, join(realpathSync(dirname(file)), relative(dirname(file), file)));
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
  return says.some((answer) => !isNo(answer)) || ['profile', 'env', 'params'].some((key) => child(test, key) !== undefined);
}

/** The whole test is the part: a trusted yes must not answer another script. */
function partOf({ index, node }: ActingTest, { source, root }: { readonly source: string; readonly root: string }): TrustPart {
  const value = flatten(node).data;
  const path = `${relative(root, realpathSync(source))} tests[${index}]`;
  const files = scriptsOf(node).flatMap((name) => {
    const script = resolve(folderOf(source), name);
    return existsSync(script) ? [{ path: relative(root, script), sha256: sha256(readFileSync(script)) }] : [];
  });
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

/** The files that answer for a model. */
function scriptsOf(test: MapNode): readonly string[] {
  const agents = at(test, ['model', 'agents']);
  const scripts = isMap(agents) ? [...agents.entries.values()].map(({ value }) => value) : [];
  return [at(test, ['model', 'script']), at(test, ['model', 'cassette']), ...scripts].flatMap((node) =>
    isText(node) ? [node.value] : [],
  );
}
