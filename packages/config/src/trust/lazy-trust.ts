import type { JudgeOptions } from './judge-config.js';
import type { TrustExtent, TrustVerdict } from './verdict.js';

/** See `judge-config.ts` and `trust-record.ts`; all that reads is loaded when it is first called. */
export async function judgeConfig(options: JudgeOptions): Promise<TrustVerdict> {
  return (await import('./judge-config.js')).judgeConfig(options);
}

/** From now on this user trusts what was judged, or this configuration whatever it comes to say. Throws TRUST_FOLDER_OPEN. */
export async function recordTrust(file: string, verdict: TrustVerdict, extent?: TrustExtent): Promise<void> {
  (await import('./trust-record.js')).recordTrust(file, verdict, extent);
}

/** Forgets a folder; says whether it was trusted. */
export async function revokeTrust(file: string, root: string): Promise<boolean> {
  return (await import('./trust-record.js')).revokeTrust(file, root);
}
