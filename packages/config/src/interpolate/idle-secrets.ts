import { regularFile } from '@loadout/node';
import { fileAt, type Person } from '../document/folder-of.js';
import { child, isText, type MapNode, type Node } from '../document/node.js';
import { fileProblem } from '../read/read-text.js';

export type Env = Readonly<Record<string, string | undefined>>;

/** The value of a variable. An environment may be a plain object, which inherits names such as `constructor`. */
export const variable = (env: Env, name: string): string | undefined => (Object.hasOwn(env, name) ? env[name] : undefined);

/** The source of a declared secret whose value is available without running a command. */
export type SecretSource = { readonly env: string } | { readonly file: string };

/** A declared secret that nothing refers to. It is hidden like the others. The value of a command is unknown and not fetched. */
export interface IdleSecret {
  readonly source: SecretSource;
  readonly value: string;
}

const MOST_BYTES = 1024 * 1024;

/** The declared secrets of variables and files that are not among `used`. A secret without an available value hides nothing. */
export function idleSecrets(
  declared: MapNode,
  { env, used, ...person }: Person & { readonly env: Env; readonly used: ReadonlySet<string> },
): readonly IdleSecret[] {
  return [...declared.entries].flatMap(([name, { value: node }]): readonly IdleSecret[] => {
    const source = used.has(name) ? undefined : sourceOf(node, person);
    const value = source && sourceValue(source, env);
    return source === undefined || value === undefined ? [] : [{ source, value }];
  });
}

/** The variable or the file of a declared secret. */
export function sourceOf(declaration: Node, person: Person): SecretSource | undefined {
  const [variable, file] = [child(declaration, 'env'), child(declaration, 'file')];
  if (isText(variable)) return { env: variable.value };
  return isText(file) ? { file: fileAt(file.value, declaration.place, person) } : undefined;
}

export function sourceValue(source: SecretSource, env: Env): string | undefined {
  const found = valueFrom(source, env);
  return 'value' in found ? found.value : undefined;
}

/** The value of a source, or the reason why there is none. A set variable that is empty has none. */
export function valueFrom(source: SecretSource, env: Env): { readonly value: string } | { readonly problem: string } {
  if ('env' in source) {
    const value = variable(env, source.env);
    return value ? { value } : { problem: `the environment variable ${source.env} is not set` };
  }
  const { file } = source;
  try {
    return textOf(regularFile(file, MOST_BYTES).toString(), `the file ${file} is empty`);
  } catch (error) {
    return { problem: `the file ${file} ${fileProblem(error, file)}` };
  }
}

/** The text as a value, without the ends of lines behind it. */
export function textOf(text: string, ifEmpty: string): ReturnType<typeof valueFrom> {
  const value = text.replace(/[\r\n]+$/, '');
  return value === '' ? { problem: ifEmpty } : { value };
}
