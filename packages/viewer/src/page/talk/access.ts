const KEPT = 'loadout-talk';

/**
 * The key of this tab. The code in the fragment of the address is good once and is exchanged for a key, which is kept for reloads of
 * this tab alone. An empty key: the server may need none.
 */
export async function openedKey(): Promise<string> {
  const code = location.hash.slice(1);
  if (code === '' || code.includes('=')) return sessionStorage.getItem(KEPT) ?? '';
  history.replaceState(null, '', location.pathname);
  const response = await fetch('page/open', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  if (response.ok) keep(((await response.json()) as { readonly key: string }).key);
  return sessionStorage.getItem(KEPT) ?? '';
}

export const keep = (key: string): void => sessionStorage.setItem(KEPT, key);

/** The session of the address, so that a reload and a bookmark show it again. */
export const sessionInAddress = (): string | undefined => new URLSearchParams(location.hash.slice(1)).get('session') ?? undefined;

export const putInAddress = (session: string | undefined): void =>
  history.replaceState(null, '', session === undefined ? location.pathname : `#session=${encodeURIComponent(session)}`);
