/**
 * `npm run release [-- --publish]`: packs every public package, checks the tarballs, writes them as one archive, installs them from a registry of their own on
 * each Node, and publishes them one after the other. Without `--publish` npm does all but the last step. Nothing is published before
 * everything has passed. RELEASING.md has the steps of a release.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { pack } from '../lib/pack.mjs';
import { startTarballRegistry } from '../lib/tarball-registry.mjs';
import { isMain, packagesOf, ROOT, readJson } from '../lib/workspace.mjs';
import { bringNode } from './bring-node.mjs';
import { writeBundle } from './bundle.mjs';
import { pendingChangesets } from './changeset-problems.mjs';
import { tryInCleanRoom, withoutPlaces } from './clean-room.mjs';
import { publishAll } from './publish-all.mjs';
import { publishOrder } from './publish-order.mjs';
import { refusals } from './refusals.mjs';
import { tarballProblems } from './tarball-problems.mjs';
import { isInLine, tagsOf, versionLines } from './version-lines.mjs';

/** The oldest Node, those with long support, and the newest, beside the one that runs. */
const NODES = ['20.19.0', '22', '24', 'latest'];

const CACHE = join(ROOT, 'node_modules', '.cache', 'release');

export async function release({
  dryRun,
  nodes = NODES,
  out,
  bundle = join(CACHE, 'loadout.tar.gz'),
  root = ROOT,
  env = process.env,
  print = console.log,
  refuse = refusalsHere,
}) {
  const rootJson = readJson(join(root, 'package.json'));
  const folder = mkdtempSync(join(tmpdir(), 'loadout-release-'));
  try {
    const found = publishOrder(packagesOf(root).filter(({ json }) => json.private !== true));
    const reasons = dryRun ? [] : refuse(found, { root, env });
    if (reasons.length > 0) throw new Error(reasons.join('\n'));
    const tarballs = pack(found, { root, folder });
    const packed = found.map((one) => ({ ...one, ...tarballs.get(one.json.name) }));
    const problems = packed.flatMap((one) => tarballProblems(one, { root: rootJson }));
    if (problems.length > 0) throw new Error(problems.join('\n'));
    print(`${packed.length} packages are packed and have all that they need.`);
    writeBundle(packed, { file: bundle });
    print(`All of them as one archive: ${bundle}`);
    const bill = await tryOnEachNode(packed, { nodes, bundle, root, print });
    if (out !== undefined && bill !== undefined) writeBill(out, bill, print);
    await publishAll(packed, { dryRun, cwd: folder, env, print });
    return packed.map((one) => `${one.json.name}@${one.json.version}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function tryOnEachNode(packed, { nodes, bundle, root, print }) {
  const registry = await startTarballRegistry({ tarballs: packed.map(({ tarball }) => tarball) });
  const empty = await startTarballRegistry({ tarballs: [], names: packed.map(({ json }) => json.name) });
  try {
    const own = { version: process.versions.node, bin: dirname(process.execPath) };
    const others = [];
    for (const wanted of nodes) others.push(await bringNode(wanted, { folder: CACHE, print }));
    const all = new Map([own, ...others.filter((one) => one !== undefined)].map((node) => [node.version, node]));
    let bill;
    const given = { registry: registry.url, empty: empty.url, bundle, root, print };
    for (const node of all.values()) bill = await tryInCleanRoom(packed, { node, ...given });
    return bill;
  } finally {
    await Promise.all([registry.close(), empty.close()]);
  }
}

function writeBill(out, bill, print) {
  mkdirSync(dirname(out), { recursive: true });
  writeFileSync(out, withoutPlaces(bill));
  print(`The bill of materials is in ${out}.`);
}

function refusalsHere(packages, { root, env }) {
  const said = (command, args) =>
    execFileSync(command, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return refusals({
    env,
    lines: versionLines(root).map((line) => packages.flatMap(({ json }) => (isInLine(json.name, line) ? [json.version] : []))),
    npmrc: said('npm', ['config', 'list', '--json']) + said('npm', ['config', 'list']),
    pending: pendingChangesets(root),
    isClean: said('git', ['status', '--porcelain']).trim() === '',
    tools: { node: process.versions.node, npm: said('npm', ['--version']).trim() },
  });
}

/** Marks the commit of a whole publication, and nothing less. A line without a new version has its tag already. */
function tagCommit(name, print = console.log) {
  const tags = execFileSync('git', ['tag', '--list', name], { cwd: ROOT, encoding: 'utf8' });
  if (tags.trim() === name) return;
  execFileSync('git', ['tag', '-a', name, '-m', `Loadout ${name}`], { cwd: ROOT });
  print(`The commit has the tag ${name}. Push it: git push origin ${name}`);
}

if (isMain(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      publish: { type: 'boolean', default: false },
      node: { type: 'string', multiple: true },
      sbom: { type: 'string' },
      bundle: { type: 'string' },
    },
  });
  try {
    await release({
      dryRun: !values.publish,
      nodes: values.node ?? NODES,
      out: values.sbom ?? join(CACHE, 'sbom.cdx.json'),
      bundle: values.bundle,
    });
    if (values.publish) for (const tag of tagsOf(packagesOf(ROOT), versionLines(ROOT))) tagCommit(tag);
    console.log(values.publish ? 'Everything is published.' : 'Everything could be published. Nothing was.');
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
