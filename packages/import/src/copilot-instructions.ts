import { basename, dirname, relative, sep } from 'node:path';
import { child, isList, type MapNode, type Node, parseMarkdown, type Report, readText, startOf } from '@loadout/config/documents';
import { stringify } from 'yaml';
import { type Draft, freeName, slug } from './draft.js';
import { readFields, textOf, textsOf } from './read-fields.js';

export const isScopedInstructions = (file: string): boolean => file.endsWith('.instructions.md');

interface Context {
  readonly root: string;
  readonly draft: Draft;
  readonly report: Report;
}

/**
 * Reads instructions for some files of a repository. They become a rule in `.claude/rules`, which `compat: [instructions]` reads: told when
 * a file that fits is worked on.
 */
export async function readScopedInstructions(file: string, { root, draft, report }: Context): Promise<void> {
  const place = startOf(file);
  const text = readText(file, { report, place });
  const document = text === undefined ? undefined : await parseMarkdown(quoted(text), { file, layer: 'project', report });
  if (document?.kind !== 'map') return;
  draft.sources.push(document);
  const body = textOf(child(document, 'instructions'));
  const paths = pathsIn(document, draft);
  if (body === undefined) return draft.lose(['applyTo'], place, 'there is no text below it');
  if (paths.length === 0) return draft.lose(['applyTo'], place, 'it applies to no file; name the file under instructions');
  const head = {
    description: `From ${relative(root, file).split(sep).join('/')}`,
    ...(paths.some((one) => ALL.includes(one)) ? {} : { paths }),
  };
  const rule = ruleFile(file, draft);
  draft.compat = ['instructions'];
  draft.files.set(rule, `---\n${stringify(head)}---\n\n${body}\n`);
  return draft.gain(['applyTo'], document.entries.get('applyTo')?.key ?? place, rule);
}

const ALL = ['**', '**/*', '*'];

/** Copilot takes a pattern that begins with a star without quotation marks, which YAML takes for an alias. */
const quoted = (text: string): string =>
  text.replace(
    /^(---[ \t]*\r?\n(?:(?!---)[^\n]*\n)*?applyTo:[ \t]*)(\*[^\r\n]*)/,
    (_, head: string, pattern: string) => head + JSON.stringify(pattern.trimEnd()),
  );

function pathsIn(document: MapNode, draft: Draft): readonly string[] {
  const paths: string[] = [];
  readFields(
    document,
    {
      ...{ instructions: () => {}, name: null, description: null },
      applyTo: (node: Node) => {
        const texts = isList(node) ? textsOf(node) : [textOf(node) ?? ''];
        // A comma inside of braces parts no patterns.
        paths.push(...texts.flatMap((text) => text.split(/,(?![^{]*\})/)).flatMap((one) => one.trim() || []));
      },
      excludeAgent: 'a rule is told to every agent of the configuration',
    },
    { draft, path: [] },
  );
  return paths;
}

function ruleFile(file: string, { files }: Draft): string {
  const folder = basename(dirname(file)) === 'instructions' ? [] : [basename(dirname(file))];
  const first = slug([...folder, basename(file, '.instructions.md')].join('-'), 'rule');
  const fileOf = (name: string) => `.claude/rules/${name}.md`;
  return fileOf(freeName(first, (name) => files.has(fileOf(name))));
}
