import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));
const packages = join(folder, 'node_modules', '@anthropic-ai');
const sdk = join(packages, 'claude-agent-sdk');
const WANTED = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).dependencies['@anthropic-ai/claude-agent-sdk'];

/** The official SDK and the program that it ships for this machine. npm brings them the first time. Throws when it cannot. */
export function bringOfficial() {
  if (versionOf(sdk) !== WANTED) {
    const command = ['ci', '--prefix', folder];
    console.log(
      `@anthropic-ai/claude-agent-sdk@${WANTED} is not here yet (about 400 MB with its program): npm ${command.join(' ')}`,
    );
    const { status } = spawnSync('npm', command, { stdio: ['ignore', 'ignore', 'inherit'], cwd: folder });
    if (status !== 0 || versionOf(sdk) !== WANTED)
      throw new Error('npm could not bring it. The bench "engine" needs the npm registry once; the others do not: see --only.');
  }
  const program = readdirSync(packages)
    .filter((name) => name.startsWith('claude-agent-sdk-'))
    .map((name) => join(packages, name, process.platform === 'win32' ? 'claude.exe' : 'claude'))
    .find((file) => existsSync(file));
  if (program === undefined) throw new Error(`The official SDK ships no program for ${process.platform} ${process.arch}.`);
  return { program, entry: join(sdk, 'sdk.mjs'), version: WANTED };
}

function versionOf(path) {
  const file = join(path, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : undefined;
}
