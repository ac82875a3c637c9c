import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../scripts/lib/workspace.mjs';

const NODE = '22.23.3';
const SUITE = '0.1.16';
const FOLDER = join(ROOT, 'node_modules', '.cache', 'conformance');
const MOST_LINES = 6;
const PROGRAM = join(FOLDER, 'node_modules', '@modelcontextprotocol', 'conformance', 'dist', 'index.js');

const HELP = `npm could not bring @modelcontextprotocol/conformance@${SUITE} and Node ${NODE}. This needs the npm registry once; from then on
they are in ${FOLDER}. Run it again when the registry can be reached.`;

/** Installs the suite and a matching Node once, with npm. Ends the process if npm fails. */
export async function bringSuite() {
  const own = Number(process.versions.node.split('.', 1)[0]) >= 22;
  const node = `node-${process.platform}-${process.arch}`;
  const wanted = { '@modelcontextprotocol/conformance': SUITE, ...(own ? {} : { [node]: NODE }) };
  if (!Object.entries(wanted).every(([name, version]) => installed(name) === version)) {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(join(FOLDER, 'package.json'), JSON.stringify({ private: true }));
    const specs = Object.entries(wanted).map(([name, version]) => `${name}@${version}`);
    // `--force` is needed because npm compares the required engines with the Node that runs npm.
    const args = [
      'install',
      ...specs,
      '--prefix',
      FOLDER,
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--force',
      '--loglevel=error',
    ];
    const { code, output } = await finished(spawn('npm', args, { cwd: FOLDER }));
    if (code !== 0) {
      console.error(`${output}\n${HELP}`);
      process.exit(1);
    }
  }
  return createSuite(own ? process.execPath : join(FOLDER, 'node_modules', node, 'bin', 'node'));
}

function installed(name) {
  const file = join(FOLDER, 'node_modules', name, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : undefined;
}

const createSuite = (node) => ({
  /** The names of all scenarios of a side, `client` or `server`. */
  async scenarios(side) {
    const { output } = await finished(spawn(node, [PROGRAM, 'list', `--${side}`]));
    return [...output.matchAll(/^ {2}- (\S+)/gm)].map(([, name]) => name);
  },
  /** Runs one scenario. Returns an empty text if all checks pass, otherwise the failures. */
  async run(side, scenario, args) {
    const { code, output } = await finished(spawn(node, [PROGRAM, side, '--scenario', scenario, ...args]));
    return code === 0 ? '' : problemsIn(output);
  },
});

/** The failed checks: the lines that the suite marks as failed, without its descriptions of correct behaviour. */
function problemsIn(output) {
  const [, report] = /^Test Results:\n([\s\S]*)/m.exec(output) ?? [];
  const lines = (report ?? output).split('\n').map((line) => line.trim());
  const found = lines.filter((line) => /^(?:- \w.*: |Error: |.*(?:TIMED OUT|EXITED WITH))/.test(line));
  return found.slice(0, MOST_LINES).join('\n') || output.slice(-1000);
}

function finished(child) {
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: -1, output: error.message }));
    child.on('close', (code) => resolve({ code, output }));
  });
}
