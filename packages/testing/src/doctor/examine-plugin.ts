import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Finding, PackageJson, Subject } from './finding.js';
import { nodeFindings } from './node-findings.js';
import { npmFindings } from './npm-findings.js';
import { runProgram } from './run-program.js';
import { toolFindings } from './tool-findings.js';
import { typeFindings } from './type-findings.js';

interface Wish {
  readonly env: Subject['env'];
  readonly mayInstall: boolean;
}

/** Everything that others will say about the package in `dir`; `undefined` if the folder has no package. */
export async function examinePlugin(dir: string, { env, mayInstall }: Wish): Promise<readonly Finding[] | undefined> {
  const file = join(dir, 'package.json');
  if (!existsSync(file)) return undefined;
  const json = JSON.parse(readFileSync(file, 'utf8')) as PackageJson;
  const folder = mkdtempSync(join(tmpdir(), 'loadout-pack-'));
  try {
    const packed = await pack(dir, { env, folder });
    if (typeof packed === 'string') return [{ area: 'npm', level: 'error', text: `npm pack fails: ${packed}` }];
    const subject = { dir, json, ...packed, env, mayInstall };
    return [
      ...(await npmFindings(subject)),
      ...(await typeFindings(subject)),
      ...nodeFindings(subject),
      ...(await toolFindings(subject)),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Packs the package as it is now, without building again. Returns npm's first line if that fails. */
async function pack(
  dir: string,
  { env, folder }: { readonly env: Subject['env']; readonly folder: string },
): Promise<Pick<Subject, 'tarball' | 'packed'> | string> {
  const args = ['npm', 'pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const { code, stdout, output } = await runProgram(args, { cwd: dir, env });
  if (code !== 0) return output.trim().split('\n', 1)[0] ?? '';
  const [found] = JSON.parse(stdout) as readonly {
    readonly filename: string;
    readonly files: readonly { readonly path: string }[];
  }[];
  return { tarball: join(folder, found?.filename ?? ''), packed: (found?.files ?? []).map(({ path }) => path) };
}
