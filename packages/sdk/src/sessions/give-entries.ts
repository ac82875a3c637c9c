export interface GiveOptions {
  /** The waits before the next tries, in milliseconds. Default [200, 800]. */
  readonly backoffMs?: readonly number[] | undefined;
  /** Milliseconds for one try. One that takes longer may still arrive: it is not made again. Default 60000. */
  readonly timeoutMs?: number | undefined;
}

/** Contract: rejects with what the last try failed with. */
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
