import { type Finding, findingsOf, type Subject } from './finding.js';
import { installedProgram, runProgram } from './run-program.js';

const found = findingsOf('npm');

/** Tells what npm, publint and "are the types wrong" will say about the package. */
export async function npmFindings(subject: Subject): Promise<readonly Finding[]> {
  const own = [...fieldFindings(subject), ...fileFindings(subject)];
  const linted = [
    await lint('publint', ['--strict'], subject),
    await lint('@arethetypeswrong/cli', ['--profile', 'esm-only'], subject),
  ];
  const good = own.some(({ level }) => level === 'error') ? [] : [found('ok', `${subject.packed.length} files are packed`)];
  return [...good, ...own, ...linted];
}

function fieldFindings({ json }: Subject): readonly Finding[] {
  const { name = '', keywords = [], dependencies = {}, peerDependencies = {}, scripts = {}, loadout } = json;
  const checks: readonly (readonly [boolean, Finding])[] = [
    [json.private === true, found('error', '"private": true: npm refuses to publish it')],
    [
      !/^(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][a-z0-9._-]{0,213}$/.test(name),
      found('error', `npm refuses the name ${JSON.stringify(name)}`),
    ],
    [json.version === undefined, found('error', 'there is no "version"')],
    [json.description === undefined, found('warning', 'there is no "description", which the search shows')],
    [json.license === undefined, found('warning', 'there is no "license"; many companies may not install it')],
    [json.repository === undefined, found('warning', 'there is no "repository"; npm links to nothing and provenance is refused')],
    [!keywords.includes('loadout-plugin'), found('warning', '"keywords" lacks loadout-plugin, by which users find plugins')],
    [json.type !== 'module', found('error', '"type" is not "module", and a plugin is an ES module')],
    [
      '@loadout/core' in dependencies,
      found('error', '@loadout/core is in "dependencies": users get a second copy; move it to "peerDependencies"'),
    ],
    [!('@loadout/core' in peerDependencies), found('warning', '@loadout/core is not in "peerDependencies"')],
    [
      ['preinstall', 'install', 'postinstall'].some((key) => key in scripts),
      found('error', 'it has an install script: loadout add does not run it, nor does npm 12'),
    ],
    [loadout?.api === undefined, found('error', 'there is no manifest ("loadout"); write it with: npx loadout-manifest')],
    [
      loadout?.api !== undefined && loadout.touches === undefined,
      found('warning', '"loadout" declares no "touches"; users see nothing of what it accesses'),
    ],
  ];
  return checks.flatMap(([applies, finding]) => (applies ? [finding] : []));
}

function fileFindings({ packed, json }: Subject): readonly Finding[] {
  const has = (pattern: RegExp) => packed.some((path) => pattern.test(path));
  const entries = [...new Set([...pathsIn(json.exports), ...(json.loadout?.plugin === undefined ? [] : [json.loadout.plugin])])];
  const absent = entries.map((path) => path.replace(/^\.\//, '')).filter((path) => !path.includes('*') && !packed.includes(path));
  const secret = packed.find((path) => /(?:^|\/)(?:\.env|\.npmrc|.*\.pem)$/.test(path));
  const surplus = packed.find((path) => /\.test\.|(?:^|\/)(?:tsconfig|vitest\.config|\.github)|\.tsbuildinfo$/.test(path));
  return [
    ...absent.map((path) =>
      found('error', `${path} is named in package.json and is not packed; build first, or correct "files"`),
    ),
    ...(has(/^licen[cs]e/i) ? [] : [found('warning', 'there is no LICENSE file in the tarball')]),
    ...(has(/^readme/i) ? [] : [found('warning', 'there is no README in the tarball')]),
    ...(secret === undefined ? [] : [found('error', `${secret} is packed, and may hold a secret`)]),
    ...(surplus === undefined ? [] : [found('warning', `${surplus} is packed, and nobody who installs it needs it`)]),
  ];
}

/** The paths that `exports` leads to. */
function pathsIn(exports: unknown): readonly string[] {
  if (typeof exports === 'string') return [exports];
  return typeof exports === 'object' && exports !== null ? Object.values(exports).flatMap(pathsIn) : [];
}

async function lint(name: string, args: readonly string[], { dir, env, tarball }: Subject): Promise<Finding> {
  const program = installedProgram(name, { dir, program: name === '@arethetypeswrong/cli' ? 'attw' : name });
  if (program === undefined) return found('unchecked', `${name} is not installed here: npm install --save-dev ${name}`);
  const { code, output } = await runProgram([process.execPath, program.file, ...args, tarball], {
    cwd: dir,
    env: { ...env, NO_COLOR: '1' },
  });
  return code === 0
    ? found('ok', `${name} ${program.version} has nothing to say`)
    : found('error', `${name} ${program.version}:\n${output.trim()}`);
}
