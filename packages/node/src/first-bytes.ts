export interface FirstBytes {
  /** No more than were wanted. */
  readonly bytes: Buffer;
  /** Whether the answer ended with them. */
  readonly isWhole: boolean;
}

/** Reads the first bytes of an answer, and ends the connection behind them: an answer without end cannot fill memory. */
export async function firstBytes({ body }: Pick<Response, 'body'>, most: number): Promise<FirstBytes> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > most) break;
  }
  return { bytes: Buffer.concat(chunks).subarray(0, most), isWhole: size <= most };
}
