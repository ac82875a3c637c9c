import { networkError } from '@loadout/model-apis';
import { readText } from '@loadout/node/http';
import { sender } from '@loadout/node/http/send';

/** Asks a server on this machine, without a proxy and without a credential. */
export async function askJson(
  url: string,
  signal: AbortSignal,
): Promise<{ readonly value: unknown } | { readonly problem: string }> {
  try {
    const message = await sender(undefined)({
      url: new URL(url),
      method: 'GET',
      headers: { accept: 'application/json' },
      signal,
    });
    const text = await readText(message);
    if (message.statusCode !== 200) return { problem: `GET ${new URL(url).pathname} answers with ${message.statusCode}` };
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    if (signal.aborted) return { problem: 'it did not answer in time' };
    return { problem: error instanceof SyntaxError ? 'its answer is not JSON' : networkError(error, []).reason };
  }
}
