import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { defineCommand, jsonFlag } from '@loadout/core/commands';
import { errors } from '../errors.js';
import type { Finding, PackageJson, Subject } from './finding.js';
import { nodeFindings } from './node-findings.js';
import { npmFindings } from './npm-findings.js';
import { runProgram } from './run-program.js';
import { toolFindings } from './tool-findings.js';
import { typeFindings } from './type-findings.js';

const definition = {
  name: 'plugin doctor',
  group: 'share',
  summary:
    'Find the problems that npm, TypeScript, Node, MCP hosts and other toolkits would have with a plugin package, before you publish it.',
  positionals: [{ name: 'dir', optional: true, help: 'The folder of the package. Default: the current folder.' }],
  flags: [{ name: 'install', help: 'Fetch the oldest and the newest TypeScript with npx, if they are not installed.' }, jsonFlag],
  details: [
    'Build first: the package is examined as npm would pack it now. setup of the plugin runs once, with example options.',
    'The exit code is 1 if there is an error. What could not be checked is listed as unchecked.',
  ],
  examples: ['loadout-plugin-crm'],
} as const;

/** Says before publishing what others will say. The exit code is 1 if one of them will refuse the package. */
export default defineCommand(definition, async ({ positionals: [folder = '.'], flags }, host) => {
  const dir = resolve(host.cwd, folder);
  const findings = await examinePlugin(dir, { env: host.env, mayInstall: flags.install });
  if (findings === undefined) throw errors.PLUGIN_DOCTOR_NO_PACKAGE({ dir: folder });
  if (flags.json) host.json(findings);
  else
    for (const { area, level, text } of findings)
      host.out(`${level.padEnd(9)}  ${area.padEnd(8)}  ${text.replaceAll('\n', `\n${' '.repeat(21)}`)}\n`);
  return findings.some(({ level }) => level === 'error') ? 1 : 0;
});

interface Wish {
  readonly env: Subject['env'];
  readonly mayInstall: boolean;
}

/** Everything that others will say about the package in `dir`; `undefined` if the folder has no package. */
async function examinePlugin(dir: string, { env, mayInstall }: Wish): Promise<readonly Finding[] | undefined> {
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
