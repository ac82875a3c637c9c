// A process to be killed: writes and edits files of 1 KB to 4 MB without end. Arguments: folder, state folder, seed.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { mountPlugin } from '../../packages/testing/dist/index.js';
import plugin from '../../packages/tool-fs/dist/index.js';

const [folder, stateDir, seed] = process.argv.slice(2);
const parts = await mountPlugin(plugin, { configDir: folder, stateDir });
// Each process is a session of its own: none knows what another one read.
const session = { sessionId: 's', cwd: folder, roots: [folder], artifactDir: join(stateDir, `session-${process.pid}`) };
const services = new Map(parts.services.map(({ service, create }) => [service.key, create(session)]));
const find = (service) => services.get(service.key);
const context = { ...session, signal: new AbortController().signal, get: find, find };

async function call(name, input) {
  const tool = parts.tools.find((one) => one.name === name);
  await tool.call(input, { ...context, permitted: await tool.access(input, context) });
}

let state = Number(seed);
function random() {
  state = (state * 1103515245 + 12345) % 2 ** 31;
  return state / 2 ** 31;
}

/** The first line is the hash of the rest, so that the test recognises a part of a file, or two halves of different files. */
const head = (mark, body) => `${createHash('sha256').update(`${mark}\n${body}`).digest('hex')}\n${mark}`;

for (let turn = 0; ; turn++) {
  const file_path = join(folder, `${turn % 3}.txt`);
  const body = `${turn} `.repeat(2 ** (8 + random() * 12)).slice(0, 4 * 1024 * 1024);
  const first = head(`written ${turn}`, body);
  try {
    await call('Write', { file_path, content: `${first}\n${body}` });
  } catch (error) {
    // The previous process left the file.
    if (error.code !== 'FILE_NOT_READ') throw error;
    await call('Read', { file_path, limit: 1 });
    await call('Write', { file_path, content: `${first}\n${body}` });
  }
  if (turn === 0) console.log('ready');
  await call('Edit', { file_path, old_string: first, new_string: head(`edited ${turn}`, body) });
}
