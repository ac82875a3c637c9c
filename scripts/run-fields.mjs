/** `node scripts/run-fields.mjs`: the fields of a run that each file of the runner reads, and the files that read most of them. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isMain, ROOT } from './lib/workspace.mjs';

const RUNNER = join(ROOT, 'packages', 'runner', 'src');

/** Returns the number of fields of `RunState`, and for each file the names of the fields that it reads, by the type checker. */
export function runFields() {
  // The workspace checks types with the native compiler, which has no API yet; the LSP package brings the other one for its tests.
  const ts = createRequire(join(ROOT, 'packages', 'tool-lsp', 'package.json'))('typescript');
  const config = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile).config,
    ts.sys,
    ROOT,
  );
  const files = config.fileNames.filter((file) => file.startsWith(RUNNER) && !/\.test(?:-kit)?\.ts$/.test(file));
  const program = ts.createProgram(files, config.options);
  const checker = program.getTypeChecker();
  const fields = fieldsOf(ts, { checker, source: program.getSourceFile(join(RUNNER, 'run', 'run-state.ts')) });
  const read = files.map((file) => [
    file.slice(RUNNER.length + 1),
    [...fieldsRead(ts, { checker, source: program.getSourceFile(file), fields })],
  ]);
  return { count: new Set(fields.values()).size, files: new Map(read) };
}

/** Each declaration of a field of `RunState`, with the name of the field. */
function fieldsOf(ts, { checker, source }) {
  const state = source.statements.find((one) => ts.isTypeAliasDeclaration(one) && one.name.text === 'RunState');
  const properties = checker.getTypeAtLocation(state).getProperties();
  return new Map(properties.flatMap(({ name, declarations = [] }) => declarations.map((declaration) => [declaration, name])));
}

function fieldsRead(ts, { checker, source, fields }) {
  const seen = new Set();
  const visit = (node) => {
    for (const declaration of symbolOf(ts, { checker, node })?.declarations ?? [])
      if (fields.has(declaration)) seen.add(fields.get(declaration));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return seen;
}

/** The property that an access (`run.spec`) or a pattern (`{ spec }`) reads. */
function symbolOf(ts, { checker, node }) {
  if (ts.isPropertyAccessExpression(node)) return checker.getSymbolAtLocation(node.name);
  if (!ts.isBindingElement(node) || !ts.isObjectBindingPattern(node.parent)) return undefined;
  return checker.getTypeAtLocation(node.parent).getProperty((node.propertyName ?? node.name).getText());
}

if (isMain(import.meta.url)) {
  const { count, files } = runFields();
  console.log(`A run has ${count} fields.`);
  for (const [file, names] of [...files].sort(([, a], [, b]) => b.length - a.length).slice(0, 12))
    console.log(`${names.length}  ${file}: ${names.join(' ')}`);
}
