import { boundedFetch } from '../transport/bounded-fetch.js';

const LONGEST_MS = 15_000;

/** For requests of a login: each ends in time, and one that carries a secret is not sent on to where it is redirected. */
export function loginFetch(signal?: AbortSignal): (url: string | URL, init?: RequestInit) => Promise<Response> {
  const fetch = boundedFetch({ headers: async () => ({}), onBroken: () => {} });
  return (url, init) => {
    const late = AbortSignal.timeout(LONGEST_MS);
    const redirect = (init?.method ?? 'GET') === 'GET' ? 'follow' : 'error';
    return fetch(url, { ...init, redirect, signal: signal === undefined ? late : AbortSignal.any([late, signal]) });
  };
}
