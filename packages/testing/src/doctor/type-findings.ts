import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { type Finding, findingsOf, type Subject } from './finding.js';
import { installedProgram, runProgram } from './run-program.js';

const found = findingsOf('types');

/** The oldest and the newest compiler that users of the types have. */
const COMPILERS = ['5.0.4', '7'] as const;

/** Compiles a program that imports the package, with the author's compiler and with the oldest and the newest one. */
export async function typeFindings(subject: Subject): Promise<readonly Finding[]> {
  if (!subject.packed.some((path) => path.endsWith('.d.ts'))) return [found('warning', 'no types are packed')];
  const own = installedProgram('typescript', { dir: subject.dir, program: 'tsc' });
  const findings: Finding[] = [];
  if (own !== undefined) findings.push(await compiled(subject, { version: own.version, command: [process.execPath, own.file] }));
  for (const version of COMPILERS) {
    if (own !== undefined && own.version.split('.')[0] === version.split('.')[0]) continue;
    const command = ['npx', '--yes', '--package', `typescript@${version}`, 'tsc'];
    if (subject.mayInstall) findings.push(await compiled(subject, { version, command }));
    else findings.push(found('unchecked', `TypeScript ${version} is not installed here; --install fetches it with npx`));
  }
  return findings;
}

interface Compiler {
  readonly version: string;
  readonly command: readonly string[];
}

async function compiled({ dir, json, env }: Subject, { version, command }: Compiler): Promise<Finding> {
  const folder = realpathSync.native(mkdtempSync(join(tmpdir(), 'loadout-types-')));
  try {
    const link = join(folder, 'node_modules', json.name ?? 'plugin');
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(dir, link, 'dir');
    writeFileSync(join(folder, 'use.mts'), `import plugin from '${json.name}';\nexport const name: string = plugin.name;\n`);
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(CONFIG));
    const { code, output } = await runProgram([...command, '-p', folder], { cwd: folder, env });
    if (code === 127) return found('unchecked', `TypeScript ${version} could not be started`);
    const lines = output.split('\n').filter((line) => line.includes('error TS') && isOwn(line, dir, folder));
    const [first] = lines;
    return first === undefined
      ? found('ok', `the types compile with TypeScript ${version}`)
      : found('error', `TypeScript ${version}: ${first.trim()}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const CONFIG = {
  compilerOptions: {
    module: 'nodenext',
    moduleResolution: 'nodenext',
    target: 'es2022',
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    types: [],
  },
  files: ['use.mts'],
};

/** Whether an error is in the package or in the program, and not in a package that it depends on. */
function isOwn(line: string, dir: string, folder: string): boolean {
  const file = line.split('(', 1)[0] ?? '';
  const path = file.startsWith(sep) ? file : join(folder, file);
  const inside = realPath(path).replace(realpathSync.native(dir) + sep, '');
  return file.includes('use.mts') || (inside !== realPath(path) && !inside.includes(`node_modules${sep}`));
}

function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
