import { neededPackage } from '@loadout/command';
import { type Exchange, OWN_SITE_HEADERS, type PageKeys } from '@loadout/node';
import { readObject, sendJson } from '../answer.js';
import { errors } from '../errors.js';

/** The page to talk to the agents, as the server hands it out. It holds no data, and asks for all of it as any other client. */
export interface ServedPage {
  readonly html: string;
  /** Absent: the server needs no token, so the page needs no key. */
  readonly keys: PageKeys | undefined;
}

/** Reads the page of `@loadout/viewer`. Throws PACKAGE_MISSING. */
export async function talkPage(keys: PageKeys | undefined): Promise<ServedPage> {
  const load = () => import('@loadout/viewer');
  const { talkHtml } = await neededPackage('@loadout/viewer', { needs: 'loadout serve http --ui', load });
  return { html: talkHtml(), keys };
}

/** The address to open. The code stands in the fragment, which no server, proxy or log of requests sees. */
export const pageAddress = (url: string, { keys }: ServedPage): string => `${url}/${keys === undefined ? '' : `#${keys.code}`}`;

const OPEN = '/page/open';
const SENDS = '{"code": "…"}';
const MOST_BYTES = 4096;

/** The page has a policy of its own in its head, which knows the hashes of its script and its style. */
const HEADERS = {
  ...OWN_SITE_HEADERS,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "frame-ancestors 'none'; base-uri 'none'; form-action 'none'; object-src 'none'",
};

interface Asked extends Exchange {
  readonly method: string;
  readonly path: string;
}

/** Answers a request for the page, or for its key. Returns false for any other request. Throws HTTP_PAGE_CODE, HTTP_METHOD. */
export async function answerPage({ incoming, outgoing, method, path }: Asked, { html, keys }: ServedPage): Promise<boolean> {
  if (path === '/') {
    if (method !== 'GET') throw errors.HTTP_METHOD({ method, path, methods: ['GET'] });
    outgoing.writeHead(200, HEADERS);
    outgoing.end(incoming.method === 'HEAD' ? undefined : html);
    return true;
  }
  if (path !== OPEN || keys === undefined) return false;
  if (method !== 'POST') throw errors.HTTP_METHOD({ method, path, methods: ['POST'] });
  const { code } = await readObject(incoming, { sends: SENDS, most: MOST_BYTES });
  const key = keys.open(code);
  if (key === undefined) throw errors.HTTP_PAGE_CODE({});
  sendJson(outgoing, { body: { key } });
  return true;
}
