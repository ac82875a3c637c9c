/** Milliseconds; `undefined` when the server names no time that can be read. A date counts from now. */
export function retryAfterMs(header: (name: string) => string | null | undefined): number | undefined {
  const ms = Number.parseFloat(header('retry-after-ms') ?? '');
  if (ms >= 0) return ms;
  const after = header('retry-after') ?? '';
  const wait = /^\s*[\d.]+\s*$/.test(after) ? Number.parseFloat(after) * 1000 : Date.parse(after) - Date.now();
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}
