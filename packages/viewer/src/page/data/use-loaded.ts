import { useEffect, useState } from 'preact/hooks';

export type Loaded<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly reason: string }
  | { readonly state: 'done'; readonly value: T };

/** The value of a promise as state. A later key discards the answer to an earlier one. */
export function useLoaded<T>(load: () => Promise<T>, keys: readonly unknown[]): Loaded<T> {
  const [loaded, setLoaded] = useState<Loaded<T>>({ state: 'loading' });
  useEffect(() => {
    let isCurrent = true;
    setLoaded({ state: 'loading' });
    load().then(
      (value) => isCurrent && setLoaded({ state: 'done', value }),
      (error: unknown) =>
        isCurrent && setLoaded({ state: 'failed', reason: error instanceof Error ? error.message : String(error) }),
    );
    return () => {
      isCurrent = false;
    };
  }, keys);
  return loaded;
}
