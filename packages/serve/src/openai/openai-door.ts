import { readObject, sendJson } from '../answer.js';
import type { Door, DoorRequest } from '../door.js';
import { errors } from '../errors.js';
import { chat } from './chat.js';
import { openAiProblem } from './outcome.js';
import { respond } from './responses.js';

/** Pictures and files come inside the body. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;

const CHAT = '{"model": "AGENT", "messages": [{"role": "user", "content": "…"}]}';
const RESPONSE = '{"model": "AGENT", "input": "…"}';

const model = (id: string) => ({ id, object: 'model', created: 0, owned_by: 'loadout' });

/** OpenAI's Chat Completions and Responses, in which each agent is a model. */
export const openAiDoor: Door = {
  problem: openAiProblem,
  async answer(request) {
    const { path, method } = request;
    const route = ROUTES.find((one) => one.path.test(path));
    if (route === undefined)
      throw errors.HTTP_ROUTE({ path, routes: ['/v1/models', '/v1/models/AGENT', '/v1/chat/completions', '/v1/responses'] });
    if (route.method !== method) throw errors.HTTP_METHOD({ method, path, methods: [route.method] });
    await route.work(request);
  },
};

const ROUTES: readonly { path: RegExp; method: 'GET' | 'POST'; work: (request: DoorRequest) => void | Promise<void> }[] = [
  { path: /^\/v1\/models$/, method: 'GET', work: listModels },
  { path: /^\/v1\/models\/[^/]+$/, method: 'GET', work: showModel },
  { path: /^\/v1\/chat\/completions$/, method: 'POST', work: async (request) => chat(request, await bodyOf(request, CHAT)) },
  { path: /^\/v1\/responses$/, method: 'POST', work: async (request) => respond(request, await bodyOf(request, RESPONSE)) },
];

const bodyOf = ({ incoming }: DoorRequest, sends: string) => readObject(incoming, { sends, most: MAX_BODY_BYTES });

function listModels({ outgoing, runs }: DoorRequest): void {
  sendJson(outgoing, { body: { object: 'list', data: runs.agents.map(model) } });
}

function showModel({ outgoing, runs, path }: DoorRequest): void {
  const name = path.slice('/v1/models/'.length);
  const found = runs.agents.find((agent) => agent === name || encodeURIComponent(agent) === name);
  if (found === undefined) throw errors.OPENAI_MODEL({ name, agents: runs.agents });
  sendJson(outgoing, { body: model(found) });
}
