import { a2aRemote } from './a2a-remote.js';
import { errors } from './errors.js';
import { openAiRemote } from './open-ai-remote.js';
import type { RemoteOptions } from './options.js';
import type { Remote } from './remote.js';

/** The agents of the configuration. Throws REMOTE_AGENT_OPTIONS. */
export const remotesIn = ({ agents }: RemoteOptions): ReadonlyMap<string, Remote> =>
  new Map(Object.entries(agents).map(([name, options]) => [name, remoteOf(name, options)]));

function remoteOf(name: string, { a2a, openai, model, key, description }: RemoteOptions['agents'][string]): Remote {
  const wrong = (problem: string) => errors.REMOTE_AGENT_OPTIONS({ agent: name, problem });
  if ((a2a === undefined) === (openai === undefined)) throw wrong('must have either a2a or openai');
  const url = a2a ?? openai ?? '';
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw wrong(`has the address ${JSON.stringify(url)}, which is neither http nor https`);
  if (openai === undefined) return a2aRemote({ name, description, url, key });
  if (model === undefined) throw wrong('has no model');
  return openAiRemote({ name, description, url, model, key });
}
