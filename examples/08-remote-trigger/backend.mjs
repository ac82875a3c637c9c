/** A backend for RemoteTrigger: keeps triggers in memory, without any dependency. `node backend.mjs [port]` */
import { randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const MOST_BYTES = 64 * 1024;
const FIELDS = ['name', 'schedule', 'prompt'];
const token = Buffer.from(`Bearer ${process.env.TRIGGER_TOKEN ?? 'example'}`);
const triggers = new Map();

/** A refusal: a status, and one sentence. */
const refuse = (status, error) => Object.assign(new Error(error), { status });

async function bodyOf(request) {
  let text = '';
  for await (const chunk of request) {
    text += chunk;
    if (text.length > MOST_BYTES) throw refuse(413, 'the body is too large');
  }
  try {
    return JSON.parse(text || '{}');
  } catch {
    throw refuse(400, 'the body is not JSON');
  }
}

function found(id) {
  const trigger = triggers.get(id);
  if (trigger === undefined) throw refuse(404, `no trigger ${id}`);
  return trigger;
}

/** What each method does with /triggers and /triggers/<id>[/run]: a status and what is answered. */
const routes = {
  'GET /': () => [200, [...triggers.values()]],
  'POST /': (_, body) => {
    const missing = FIELDS.filter((field) => typeof body[field] !== 'string');
    if (missing.length > 0) throw refuse(422, `missing: ${missing.join(', ')}`);
    const trigger = { ...body, id: randomUUID(), runs: 0 };
    triggers.set(trigger.id, trigger);
    return [201, trigger];
  },
  'GET /id': (id) => [200, found(id)],
  'PATCH /id': (id, body) => [200, Object.assign(found(id), body, { id })],
  'DELETE /id': (id) => {
    found(id);
    triggers.delete(id);
    return [204];
  },
  // A real one would start an agent here, for example with `loadout run`.
  'POST /id/run': (id) => [202, { id, run: ++found(id).runs }],
};

function isKnown({ authorization = '' }) {
  const given = Buffer.from(authorization);
  return given.length === token.length && timingSafeEqual(given, token);
}

async function answer(request) {
  if (!isKnown(request.headers)) throw refuse(401, 'who are you?');
  const [, root, id, action, ...rest] = request.url.split('?')[0].split('/');
  const shape = id === undefined ? '/' : action === undefined ? '/id' : `/id/${action}`;
  const route = root === 'triggers' && rest.length === 0 ? routes[`${request.method} ${shape}`] : undefined;
  if (route === undefined) throw refuse(404, 'no such address');
  return route(id, await bodyOf(request));
}

const server = createServer(async (request, response) => {
  const [status, value] = await answer(request).catch((error) => [error.status ?? 500, { error: error.message }]);
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(value === undefined ? undefined : JSON.stringify(value));
});

server.listen(Number(process.argv[2] ?? 8787), '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${server.address().port}/triggers\n`);
});
