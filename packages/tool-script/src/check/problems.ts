import { fromJsonSchema, isLoadoutError, isObject, nearest } from '@loadout/core';
import type { Declaration, Property } from './declaration.js';
import { inputOf } from './input.js';
import { secondsOf } from './seconds.js';
import { itemForm, misplaced, namesIn, namesOf, readItem, readPieces } from './template.js';

export interface Problem {
  /** The keys below the declaration. */
  readonly path: readonly (string | number)[];
  /** Continues a sentence that begins with the place. */
  readonly problem: string;
  readonly fix: string;
}

interface Use {
  readonly path: readonly (string | number)[];
  readonly name: string;
  readonly as: 'text' | 'list' | 'switch';
}

/** Finds what no schema can say of a declaration that fits the schema: its names, its program, its shell text. */
export async function problemsOf(declaration: Declaration): Promise<readonly Problem[]> {
  const kinds = (['run', 'script', 'shell'] as const).filter((kind) => declaration[kind] !== undefined);
  if (kinds.length !== 1) {
    const problem = kinds.length === 0 ? 'says nothing that runs' : `has ${kinds.join(' and ')}, of which only one can run`;
    return [{ path: [], problem, fix: 'Write one of run: [program, argument], script: ./file and shell: "text".' }];
  }
  const { properties } = inputOf(declaration);
  const shell = declaration.shell === undefined ? undefined : await shellProblems(declaration.shell, declaration);
  const uses = usesIn(declaration);
  return [
    ...schemaProblems(declaration),
    ...(await runProblems(declaration)),
    ...otherProblems(declaration),
    ...uses.flatMap((use) => useProblems(use, properties)),
    ...(shell?.problems ?? []),
    ...unusedProblems(declaration, new Set([...uses.map(({ name }) => name), ...(shell?.used ?? [])])),
  ];
}

function usesIn({ run = [], stdin = '', touches = {} }: Declaration): readonly Use[] {
  const ofItems = run.slice(1).flatMap((text, index) => {
    const item = readItem(text);
    return namesOf(item).map((name, at): Use => {
      const as = item.kind === 'each' ? 'list' : item.kind === 'when' && at === 0 ? 'switch' : 'text';
      return { path: ['run', index + 1], name, as };
    });
  });
  const ofInput = namesIn(readPieces(stdin)).map((name): Use => ({ path: ['stdin'], name, as: 'text' }));
  const ofFiles = (['read', 'write'] as const).flatMap((key) =>
    (touches[key] ?? []).flatMap((text, index) =>
      namesIn(readPieces(text)).map((name): Use => ({ path: ['touches', key, index], name, as: 'text' })),
    ),
  );
  return [...ofItems, ...ofInput, ...ofFiles];
}

const isList = ({ type }: Property) => type === 'array';
const isWhole = ({ type }: Property) => type === 'object';

function useProblems({ path, name, as }: Use, properties: Readonly<Record<string, Property>>): readonly Problem[] {
  const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (property === undefined) {
    const near = nearest(name, Object.keys(properties));
    const fix =
      near === undefined
        ? `Add ${name}: { type: string } to input, or write {{${name}}} for the text {${name}}.`
        : `Write {${near}}.`;
    return [{ path, problem: `names {${name}}, which is not a property of input`, fix }];
  }
  if (as === 'list' && !isList(property))
    return [
      { path, problem: `takes {${name}...} for a list, and its type is ${String(property.type)}`, fix: `Write {${name}}.` },
    ];
  if (as === 'switch' && property.type !== 'boolean')
    return [
      { path, problem: `asks {?${name}}, whose type is ${String(property.type)} and not boolean`, fix: `Write {${name}}.` },
    ];
  if (as === 'text' && path[0] !== 'touches' && (isList(property) || isWhole(property))) {
    const fix = isList(property) ? `Write "{${name}...}" as an item of its own.` : 'Write stdin: json.';
    return [{ path, problem: `makes one text of {${name}}, whose type is ${String(property.type)}`, fix }];
  }
  return [];
}

async function runProblems({ run = [], script }: Declaration): Promise<readonly Problem[]> {
  const [program = ''] = run;
  const inProgram = (path: Problem['path'], text: string) =>
    namesOf(readItem(text)).length > 0 || misplaced(text) !== undefined
      ? [
          {
            path,
            problem: 'takes a value into the name of the program',
            fix: 'Name one program, and give it values as arguments.',
          },
        ]
      : [];
  return [
    ...(run.length > 0 && program.trim() === ''
      ? [{ path: ['run', 0], problem: 'names no program', fix: 'Write the program first.' }]
      : []),
    ...inProgram(['run', 0], program),
    ...inProgram(['script'], script ?? ''),
    ...run.slice(1).flatMap((text, index) => formProblems(text, ['run', index + 1])),
    ...(namesOf(readItem(program)).length === 0 ? await argumentProblems(run) : []),
  ];
}

function formProblems(text: string, path: Problem['path']): readonly Problem[] {
  const part = misplaced(text);
  if (part === undefined) return [];
  const where = part.startsWith('{?') ? 'at the beginning of an item' : 'as an item of its own';
  return [{ path, problem: `has ${part} inside a text`, fix: `Write ${part} ${where}.` }];
}

async function argumentProblems(run: readonly string[]): Promise<readonly Problem[]> {
  const { readArguments } = await import('@loadout/shell-rules');
  const given = run.map((text) => {
    const item = readItem(text);
    const [first] = item.kind === 'each' ? [] : item.pieces;
    return namesOf(item).length === 0 ? text : { lead: typeof first === 'string' ? first : '' };
  });
  const fix =
    'Keep the code without values and give them as arguments behind it, such as [bash, -c, \'echo "$1"\', bash, "{name}"], or use shell:, script: or stdin:.';
  return readArguments(given).map(({ at, where, why, instead = fix }) => ({
    path: ['run', at],
    problem: `has ${where ?? run[at]}, ${why}`,
    fix: instead,
  }));
}

function otherProblems({ cwd, timeout, stdin, outputSchema, output, exit = {}, touches }: Declaration): readonly Problem[] {
  const wrong: Problem[] = [];
  const add = (path: Problem['path'], problem: string, fix: string) => wrong.push({ path, problem, fix });
  if (timeout !== undefined && secondsOf(timeout) === undefined)
    add(['timeout'], `is ${JSON.stringify(timeout)}, which is not a time`, 'Write seconds, or a time such as 30s or 2m.');
  if (cwd !== undefined && namesIn(readPieces(cwd)).length > 0)
    add(['cwd'], 'takes a value into the folder', 'Write one folder.');
  if (outputSchema !== undefined && output !== 'json') add(['outputSchema'], 'checks JSON only', 'Add output: json.');
  if (stdin !== undefined && itemForm(stdin) !== undefined)
    add(['stdin'], `has ${itemForm(stdin)}`, 'Write {name}, or json for all values.');
  for (const code of Object.keys(exit))
    if (code !== '*' && !(/^\d{1,3}$/.test(code) && Number(code) < 256))
      add(['exit', code], 'is not an exit code', 'Write a number from 0 to 255, or "*" for all others.');
  for (const key of ['read', 'write'] as const)
    for (const [index, text] of (touches?.[key] ?? []).entries())
      if (itemForm(text) !== undefined)
        add(['touches', key, index], `has ${itemForm(text)}`, 'Write {name}; a list gives each of its paths.');
  return wrong;
}

function schemaProblems(declaration: Declaration): readonly Problem[] {
  const wrong = Object.entries(inputOf(declaration).properties).flatMap(([name, property]) =>
    isObject(property)
      ? []
      : [
          {
            path: ['input', name],
            problem: `is ${JSON.stringify(property)} and not a schema`,
            fix: `Write ${name}: { type: string }.`,
          },
        ],
  );
  if (wrong.length > 0) return wrong;
  return (['input', 'outputSchema'] as const).flatMap((key) => {
    const schema = key === 'input' ? inputOf(declaration).schema : declaration.outputSchema;
    if (schema === undefined) return [];
    try {
      fromJsonSchema(schema, key);
      return [];
    } catch (error) {
      if (!isLoadoutError(error)) throw error;
      return [
        { path: [key], problem: `cannot be used: ${error.message.replace(/\.$/, '')}`, fix: error.fix ?? 'Correct the schema.' },
      ];
    }
  });
}

function unusedProblems(declaration: Declaration, used: ReadonlySet<string>): readonly Problem[] {
  if (declaration.stdin === 'json') return [];
  const how =
    declaration.shell === undefined ? 'Add "{NAME}" to run, or write stdin: json.' : 'Write "$NAME" in the text, or stdin: json.';
  return Object.keys(inputOf(declaration).properties)
    .filter((name) => !used.has(name))
    .map((name) => ({ path: ['input', name], problem: 'reaches nothing that runs', fix: how.replaceAll('NAME', name) }));
}

/** Names in lower case that programs obey. Those that shells and loaders obey are in capitals, which no name of a value may have. */
const OBEYED = /^(?:_|npm_.*|.*_proxy|histchars|auto_resume)$/;

async function shellProblems(text: string, declaration: Declaration) {
  const { properties } = inputOf(declaration);
  const names = Object.keys(properties);
  const problems = names.flatMap((name): readonly Problem[] => {
    const path = ['input', name];
    if (!/^[a-z_][a-z0-9_]*$/.test(name))
      return [{ path, problem: 'cannot be a variable of a shell text', fix: 'Use lower-case letters, digits and underscores.' }];
    if (OBEYED.test(name))
      return [{ path, problem: 'is the name of a variable that programs obey', fix: `Use another name, such as the_${name}.` }];
    const { type } = properties[name] ?? {};
    if (type === 'array' || type === 'object')
      return [
        { path, problem: `is of the type ${type}, which no variable holds`, fix: 'Use run with {name...}, or stdin: json.' },
      ];
    return [];
  });
  const { readNames } = await import('@loadout/shell-rules');
  const read = readNames(text, names);
  const inText = read.problems.map(({ where, why, instead }) => ({
    path: ['shell'],
    problem: `has ${where}, ${why}`,
    fix: instead,
  }));
  return { problems: [...problems, ...inText], used: read.used };
}
