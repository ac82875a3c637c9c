import { errors } from '../errors.js';

/** Says of a host, as a URL writes it, whether the user's own options let it be private. */
export type AllowedHosts = (hostname: string, port: number) => boolean;

export function allowedHosts(entries: readonly string[]): AllowedHosts {
  const parsed = entries.map(parseEntry);
  return (hostname, port) => parsed.some((one) => one.hostname === hostname && (one.port === undefined || one.port === port));
}

function parseEntry(entry: string): { hostname: string; port: number | undefined } {
  const [, host, port] = /^(\[[^\]]+\]|[^:/@?#*\s[\]]+)(?::(\d{1,5}))?$/.exec(entry) ?? [];
  const url = host !== undefined && URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : undefined;
  if (url === undefined) {
    throw errors.WEB_OPTION_INVALID({ option: 'allowHosts', value: entry, problem: 'it is neither a host nor host:port' });
  }
  return { hostname: url.hostname, port: port === undefined ? undefined : Number(port) };
}
