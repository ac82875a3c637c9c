import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/**
 * Starts an npm registry on loopback that has these tarballs, takes what is published to it, and sends every other name to
 * `upstream`, which by default is the registry that npm is configured with. `names` are names of ours that it does not have yet:
 * they are not found, and nobody else is asked for them. `refuse(name, version)` returns true to fail a publication, for tests.
 */
export async function startTarballRegistry({ tarballs, names = [], upstream = configuredRegistry(), refuse = () => false }) {
  const registry = { packages: new Map(names.map((name) => [name, []])), published: [], refuse, upstream };
  for (const file of tarballs) add(registry, readFileSync(file));
  const server = createServer((request, response) => {
    answer(registry, request, response).catch((error) => reply(response, 500, { error: String(error) }));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  registry.url = `http://127.0.0.1:${server.address().port}/`;
  return {
    url: registry.url,
    /** `name@version` of each publication, in its order. */
    published: registry.published,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const configuredRegistry = () =>
  execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

function add({ packages }, bytes, tag = 'latest') {
  const manifest = manifestIn(bytes);
  packages.set(manifest.name, [...(packages.get(manifest.name) ?? []), { manifest, bytes, tag, at: new Date().toISOString() }]);
  return manifest;
}

async function answer(registry, request, response) {
  const path = decodeURIComponent(new URL(request.url, registry.url).pathname).slice(1);
  const [, name = '', rest] = /^((?:@[^/]+\/)?[^/]+)(?:\/(.*))?$/.exec(path) ?? [];
  const versions = registry.packages.get(name);
  if (request.method === 'PUT' && versions !== undefined) return publish(registry, name, { request, response });
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return reply(response, 405, { error: 'This registry takes only its own names.' });
  if (versions === undefined)
    return void response.writeHead(307, { location: new URL(request.url.slice(1), withSlash(registry.upstream)).href }).end();
  const file = /^-\/(.+)\.tgz$/.exec(rest ?? '')?.[1];
  const found = versions.find(({ manifest }) => manifest.version === file);
  if (found !== undefined)
    return void response
      .writeHead(200, { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' })
      .end(found.bytes);
  return versions.length === 0 || file !== undefined
    ? reply(response, 404, { error: 'Not found' })
    : reply(response, 200, packument(registry, name));
}

async function publish(registry, name, { request, response }) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const { _attachments: attachments, 'dist-tags': tags } = JSON.parse(Buffer.concat(chunks).toString());
  const bytes = Buffer.from(Object.values(attachments)[0].data, 'base64');
  const { version } = manifestIn(bytes);
  if (registry.packages.get(name).some(({ manifest }) => manifest.version === version))
    return reply(response, 403, { error: `You cannot publish over the previously published version ${version}.` });
  if (registry.refuse(name, version)) return reply(response, 500, { error: 'The registry fails.' });
  add(registry, bytes, Object.keys(tags)[0]);
  registry.published.push(`${name}@${version}`);
  return reply(response, 201, { ok: true });
}

function packument({ packages, url }, name) {
  const versions = packages.get(name);
  const entry = ({ manifest, bytes }) => {
    const tarball = `${url}${name}/-/${manifest.version}.tgz`;
    const dist = { tarball, integrity: `sha512-${digest(bytes, 'sha512', 'base64')}`, shasum: digest(bytes, 'sha1', 'hex') };
    return [manifest.version, { ...manifest, _id: `${name}@${manifest.version}`, dist }];
  };
  return {
    name,
    'dist-tags': Object.fromEntries(versions.map(({ manifest, tag }) => [tag, manifest.version])),
    versions: Object.fromEntries(versions.map(entry)),
    time: Object.fromEntries(versions.map(({ manifest, at }) => [manifest.version, at])),
  };
}

/** The package.json of a tarball. */
const manifestIn = (bytes) =>
  JSON.parse(execFileSync('tar', ['-xzOf', '-', 'package/package.json'], { input: bytes, encoding: 'utf8' }));

const digest = (bytes, algorithm, encoding) => createHash(algorithm).update(bytes).digest(encoding);
const withSlash = (url) => (url.endsWith('/') ? url : `${url}/`);
const reply = (response, status, body) =>
  void response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(JSON.stringify(body));
