const LOOPBACK = /^(?:localhost|(?:[\w-]+\.)+localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i;

/**
 * The hosts on this machine that the program's own rules name. Such a rule opens the host for WebFetch, which refuses addresses
 * of this machine otherwise; rules of settings files open none (W14).
 */
export function openedHosts(allowedTools: readonly string[] = []): readonly string[] {
  return allowedTools.flatMap((rule) => {
    const [, host = ''] = /^WebFetch\(domain:([^)]+)\)$/.exec(rule.trim()) ?? [];
    return LOOPBACK.test(host) ? [host] : [];
  });
}
