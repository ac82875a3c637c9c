import { messageOf } from '@loadout/core';
import { redact } from '@loadout/model-apis';
import { errors } from '../../errors.js';
import type { Exchange } from '../../exchange.js';
import { answered, type Client, headersOf } from '../client.js';
import type { Route } from '../node-fetch.js';
import type { CloudConnection } from './cloud-connection.js';
import { cloudSdk } from './cloud-sdk.js';

/** A client of Bedrock, Vertex or Foundry: the vendor's SDK puts address, body and credential into the form of the cloud. */
export async function cloudClient(connection: CloudConnection, route: Route): Promise<Client> {
  if (connection.asksChain && connection.cloud.transport === 'foundry') throw noCredential('foundry');
  const sdk = await cloudSdk(connection, route);
  return {
    async post(pieces, { signal, betas, headers }) {
      const exchange: Exchange = { signal };
      const body = Buffer.concat(pieces).toString();
      try {
        return await Promise.race([
          answered(sdk, { exchange, headers: { ...headersOf(connection, betas), ...headers }, body }),
          abortOf(signal),
        ]);
      } catch (error) {
        if (exchange.isSent === true || signal.aborted || !connection.asksChain) throw error;
        throw noCredential(connection.cloud.transport, error);
      }
    },
  };
}

/** The SDKs wait for credentials of the machine whatever the signal says. */
const abortOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

const VARIABLES = {
  bedrock: 'neither AWS_BEARER_TOKEN_BEDROCK nor AWS_ACCESS_KEY_ID with AWS_SECRET_ACCESS_KEY is set',
  vertex: 'CLOUDSDK_AUTH_ACCESS_TOKEN is not set',
  foundry: 'neither ANTHROPIC_FOUNDRY_API_KEY nor apiKey of the provider is set',
} as const;

/** `thrown`: the end of the search for credentials of this machine. */
function noCredential(cloud: keyof typeof VARIABLES, thrown?: unknown): Error {
  const failures = [thrown, (thrown as Error | undefined)?.cause].filter((one) => one !== undefined);
  const search = `, and none of this machine was found: ${redact(failures.map(messageOf).join(' '), [])}`;
  const why = `${VARIABLES[cloud]}, the provider has no authToken or tokenCommand${failures.length === 0 ? '' : search}`;
  return errors.MODEL_KEY_MISSING({ why, cloud });
}
