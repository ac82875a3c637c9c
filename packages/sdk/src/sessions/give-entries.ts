export interface GiveOptions {
  /** The pauses before retries, in milliseconds. Default [200, 800]. */
  readonly backoffMs?: readonly number[] | undefined;
  /**
   * The limit for one attempt in milliseconds. An attempt that takes longer may still arrive, so it is not repeated. Default
   * 60000.
   */
  readonly timeoutMs?: number | undefined;
}

/** Sends entries with retries. Contract: rejects with the error of the last attempt. */
export async function giveWithRetries(
  give: () => Promise<void>,
  { backoffMs = [200, 800], timeoutMs = 60_000 }: GiveOptions,
): Promise<void> {
  for (const wait of [...backoffMs, undefined]) {
    const outcome = await inTime(give, timeoutMs);
    if (!('error' in outcome)) return;
    if (outcome.isLate || wait === undefined) throw outcome.error;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

async function inTime(give: () => Promise<void>, ms: number): Promise<{ error?: unknown; isLate?: boolean }> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<{ error: unknown; isLate: boolean }>((resolve) => {
    timer = setTimeout(() => resolve({ error: new Error(`The store did not answer in ${ms} ms.`), isLate: true }), ms);
  });
  const given = (async () => give())().then(
    () => ({}),
    (error: unknown) => ({ error }),
  );
  try {
    return await Promise.race([given, late]);
  } finally {
    clearTimeout(timer);
  }
}
