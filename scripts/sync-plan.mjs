/**
 * Writes the types of the keys that a plan has as they are written, and the names of limits for the check of options, from the rows of
 * the configuration's schema. It reads the sources, so that a new key needs no build. With `--check`, only reports stale files.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'esbuild';
import { concludeSync, settleFiles } from './lib/generated.mjs';
import { isMain, ROOT } from './lib/workspace.mjs';

const TYPES = 'packages/core/src/contract/plan/plan-keys.ts';
const NAMES = 'packages/runner/src/agent/limit-keys.ts';

/** The interfaces, each with its rows: the module of `packages/config/src/schema`, the export, and a sentence. */
const INTERFACES = {
  PlanKeys: ['config-schema', 'planKeys', 'Keys of a configuration.'],
  AgentKeys: ['agent', 'agentKeys', 'Keys of an agent.'],
  LimitKeys: ['parts', 'limitKeys', 'Keys of `limits`.'],
  SessionKeys: ['config-schema', 'sessionKeys', 'Keys of `sessions`.'],
};

/** The generated files, by path. */
export async function planFiles(root) {
  const schemas = await schemasOf(root);
  const interfaces = Object.entries(INTERFACES).map(([name, [, , sentence]]) => {
    const keys = Object.entries(schemas[name].properties).map(([key, schema]) => `${comment(schema)}${field(key, schema)}`);
    return `/** ${sentence} */\nexport interface ${name} {\n${keys.join('\n')}\n}\n`;
  });
  const head = '// Written by `npm run fix` from the rows of packages/config/src/schema (0171).';
  const names = JSON.stringify(Object.keys(schemas.LimitKeys.properties));
  const list = `/** The names of \`LimitKeys\`, for the check of options in code. */\nexport const LIMIT_KEYS = ${names} as const;\n`;
  return {
    [TYPES]: formatted([head, ...interfaces].join('\n\n'), root),
    [NAMES]: formatted([head, list].join('\n\n'), root),
  };
}

const formatted = (text, root) =>
  execFileSync(join(root, 'node_modules/.bin/biome'), ['format', `--stdin-file-path=${TYPES}`], {
    cwd: root,
    input: text,
    encoding: 'utf8',
  });

async function schemasOf(root) {
  const lines = Object.entries(INTERFACES).map(
    ([name, [module, rows]]) =>
      `import { ${rows} as ${name} } from './packages/config/src/schema/${module}.ts';\nschemas.${name} = z.toJSONSchema(${name});`,
  );
  const contents = `import * as z from 'zod';\nexport const schemas = {};\n${lines.join('\n')}`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    tsconfig: `${root}/tsconfig.json`,
  });
  const [{ text }] = outputFiles;
  return (await import(`data:text/javascript;base64,${Buffer.from(text).toString('base64')}`)).schemas;
}

const comment = ({ description }) => (description === undefined ? '' : `  /** ${description} */\n`);
const field = (key, schema) => `  readonly ${key}?: ${typeOf(schema)} | undefined;`;

/** A JSON Schema as a type of TypeScript. Throws for a form that no plain key has: such a key needs a compiler. */
function typeOf(schema) {
  const { type, anyOf, items, additionalProperties: values, properties } = schema;
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ');
  if (anyOf !== undefined) return anyOf.map(typeOf).join(' | ');
  if (type === 'array') return `readonly ${/ /.test(typeOf(items)) ? `(${typeOf(items)})` : typeOf(items)}[]`;
  if (type === 'object' && properties !== undefined) {
    const needed = new Set(schema.required);
    const fields = Object.entries(properties).map(([key, one]) =>
      needed.has(key) ? `readonly ${key}: ${typeOf(one)}` : `readonly ${key}?: ${typeOf(one)} | undefined`,
    );
    return `{ ${fields.join('; ')} }`;
  }
  if (type === 'object') return `Readonly<Record<string, ${values?.type === undefined ? 'unknown' : typeOf(values)}>>`;
  const scalar = { string: 'string', number: 'number', integer: 'number', boolean: 'boolean' }[type];
  if (scalar === undefined)
    throw new Error(`${JSON.stringify(schema)} is no type of a plain key. Compile it: packages/config/src/compile.`);
  return scalar;
}

const literal = (value) => (typeof value === 'string' ? `'${value}'` : String(value));

if (isMain(import.meta.url)) {
  const check = process.argv.includes('--check');
  const stale = settleFiles(await planFiles(ROOT), { root: ROOT, check });
  concludeSync({ stale, failures: [], check, repair: 'node scripts/sync-plan.mjs' });
}
