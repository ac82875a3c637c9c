import { npm, run } from './run-npm.mjs';

/**
 * Publishes packed packages one after the other, in their order, because trusted publishing refuses several at once. A version that
 * the registry has is left out, so that a publication that broke off goes on where it ended. A failure is tried once more and then
 * ends everything. With `dryRun` npm does all but the last step.
 */
export async function publishAll(packages, { dryRun, cwd, env, print = console.log }) {
  const published = [];
  for (const [index, one] of packages.entries()) {
    const name = `${one.json.name}@${one.json.version}`;
    const there = await integrityOf(name, { cwd, env });
    const isOther = there !== undefined && there !== one.integrity;
    // Between two releases the published version has the contents of the last one.
    if (isOther && !dryRun) throw new Error(otherContents(name));
    if (there === undefined) await publishOne(one, { name, index, of: packages.length, dryRun, cwd, env, print });
    const done = dryRun ? 'would publish' : 'published';
    print(`${there === undefined ? done : isOther ? 'would need a new version:' : 'is there already'} ${name}`);
    if (there === undefined) published.push(name);
  }
  return published;
}

const otherContents = (name) =>
  `${name} is on the registry with other contents than here. Raise the version: a published version never changes.`;

/** A version before a version, such as `0.2.0-next.0`, is for those who ask for it. */
export const channelOf = (version) => (version.includes('-') ? 'next' : 'latest');

async function publishOne({ tarball, json }, { name, index, of, dryRun, cwd, env, print }) {
  const tag = channelOf(json.version);
  const args = ['publish', tarball, '--access', 'public', '--tag', tag, '--ignore-scripts', ...(dryRun ? ['--dry-run'] : [])];
  const publish = () => npm(args, { cwd, env });
  try {
    return await publish();
  } catch (error) {
    print(`${name} failed, one more try: ${error.message.split('\n').slice(0, 2).join(' ')}`);
  }
  // An answer may be lost after the registry took the package.
  if ((await integrityOf(name, { cwd, env })) !== undefined) return undefined;
  return publish().catch((error) => {
    const soFar = `${index} of ${of} packages are published, and ${name} cannot be. Run the same command again to go on.`;
    throw new Error(`${soFar}\n${error.message}`);
  });
}

/** The integrity of a version on the registry; `undefined` if it is not there. Any other answer is an error, not an absence. */
async function integrityOf(name, options) {
  const { code, stdout, stderr } = await run('npm', ['view', name, 'dist.integrity', '--json', '--prefer-online'], options);
  if (code === 0) return stdout.trim() === '' ? undefined : JSON.parse(stdout);
  if (/E404/.test(stdout + stderr)) return undefined;
  throw new Error(`npm view ${name} ended with ${code}:\n${stderr.trim().slice(-1000)}`);
}
