import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from '../../scripts/lib/workspace.mjs';

const LOADOUT = join(ROOT, 'packages', 'cli', 'bin', 'loadout.js');
const here = fileURLToPath(new URL('server', import.meta.url));

/** Starts `loadout serve mcp --http` as a user does, behind a `url` that needs no token, because the suite knows none. */
export async function startServer() {
  const home = mkdtempSync(join(tmpdir(), 'loadout-conformance-'));
  const token = randomBytes(32).toString('base64url');
  const env = { PATH: process.env.PATH, HOME: home, LOADOUT_STATE_DIR: join(home, 'state'), SERVE_TOKEN: token };
  await once(spawn(process.execPath, [LOADOUT, 'trust', '--yes'], { cwd: here, env, stdio: 'ignore' }), 'close');
  const args = ['serve', 'mcp', '--plugin', 'conformance', '--http', '--token-env', 'SERVE_TOKEN'];
  const child = spawn(process.execPath, [LOADOUT, ...args], { cwd: here, env, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'close');
  const target = await addressIn(child);
  const proxy = await startProxy(target, token);
  const stop = async () => {
    proxy.close();
    proxy.closeAllConnections();
    child.kill('SIGTERM');
    await ended;
    rmSync(home, { recursive: true, force: true });
  };
  return { url: `http://127.0.0.1:${proxy.address().port}${target.pathname}`, stop };
}

function addressIn(child) {
  let said = '';
  return new Promise((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text) => {
      said += text;
      const [, url] = /^Serving \S+ at (\S+)$/m.exec(said) ?? [];
      if (url !== undefined) resolve(new URL(url));
    });
    child.on('close', (code) => reject(new Error(`loadout serve mcp ended with ${code}: ${said}`)));
  });
}

/** Adds the token and changes nothing else, least of all Host and Origin. */
async function startProxy(target, token) {
  const proxy = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const onward = request({
      host: target.hostname,
      port: target.port,
      path: url,
      method,
      headers: { ...headers, authorization: `Bearer ${token}` },
    });
    onward.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode, answer.headers);
      outgoing.flushHeaders();
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return proxy;
}
