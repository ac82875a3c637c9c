import type { Contents, FileChanges, Trajectory } from '../../model/trajectory.js';
import type { Found, LiveEvent, Opened } from '../../model/wire.js';
import type { RulesAnswer } from '../../rules/rule-suggestions.js';
import { followEvents } from './follow-events.js';
import type { Recording, Recordings } from './recording.js';

const KEPT = 'loadout-view';

/** Reads the recordings of the page's server. The token of the fragment is good once, so its key is kept for reloads. */
export async function served(): Promise<Recordings> {
  const { key, recordings, rules } = await opened();
  const all = Array.from({ length: recordings }, (_, number) => recordingOf(`api/recordings/${number}`, key));
  const readRules = async () => (await read('api/rules', key)) as RulesAnswer;
  return { recordings: await Promise.all(all), ...(rules ? { rules: readRules } : {}) };
}

async function opened(): Promise<Opened> {
  const token = location.hash.slice(1);
  if (token === '') return keptKey();
  const response = await fetch('api/open', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  if (!response.ok) return keptKey();
  const answer = (await response.json()) as Opened;
  sessionStorage.setItem(KEPT, JSON.stringify(answer));
  history.replaceState(null, '', location.pathname);
  return answer;
}

function keptKey(): Opened {
  const kept = sessionStorage.getItem(KEPT);
  if (kept === null) throw new Error('This address was already used. Run loadout view again.');
  return JSON.parse(kept) as Opened;
}

const headersOf = (key: string) => ({ Authorization: `Bearer ${key}` });

async function read(path: string, key: string): Promise<unknown> {
  const response = await fetch(path, { headers: headersOf(key), cache: 'no-store' });
  if (!response.ok) throw new Error(`The server answered ${response.status} to ${path}. Is loadout view still running?`);
  return response.json();
}

async function recordingOf(path: string, key: string): Promise<Recording> {
  const headers = headersOf(key);
  const get = (suffix: string): Promise<unknown> => read(`${path}${suffix}`, key);
  const trajectory = (await get('')) as Trajectory;
  return {
    trajectory,
    contents: async (id) => (await get(`/contents/${id}`)) as Contents,
    files: async () => (await get('/files')) as FileChanges,
    search: async (text) => (await get(`/search?q=${encodeURIComponent(text)}`)) as Found,
    ...(trajectory.head.outcome === 'running'
      ? {
          follow: async (on, signal) => {
            const take = async (event: LiveEvent) => {
              if (event.type === 'anew') on.replaced((await get('')) as Trajectory);
              else on.event(event);
              return event.type === 'end';
            };
            const connected = (isConnected: boolean) => on.connected(isConnected);
            await followEvents(`${path}/events`, { headers, signal, on: (event) => take(event as LiveEvent), connected });
          },
        }
      : {}),
  };
}
