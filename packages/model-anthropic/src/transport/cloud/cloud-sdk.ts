import { createRequire } from 'node:module';
import type { AnthropicBedrock as Bedrock } from '@anthropic-ai/bedrock-sdk';
import type { BaseAnthropic } from '@anthropic-ai/sdk';
import type { ClientOptions as VertexOptions } from '@anthropic-ai/vertex-sdk';
import { errors } from '../../errors.js';
import type { Route } from '../node-fetch.js';
import { sdkOptions, withoutCustomHeaders } from '../sdk-options.js';
import type { CloudConnection, CloudPlace } from './cloud-connection.js';
import { CLOUD_PACKAGES, loaded } from './cloud-package.js';

/**
 * The client of a cloud's own SDK. The SDK finds credentials of this machine (profiles, single sign-on, metadata servers) only for a
 * connection that asks for them. All others are headers of the request, or keys that it signs with. Throws MODEL_PACKAGE_MISSING.
 */
export async function cloudSdk(connection: CloudConnection, route: Route): Promise<BaseAnthropic> {
  const { cloud, asksChain } = connection;
  const options = sdkOptions(connection, route);
  if (cloud.transport === 'bedrock') return bedrockSdk(cloud, { options, asksChain });
  if (cloud.transport === 'vertex') return vertexSdk(cloud, { options, asksChain });
  if (asksChain) throw errors.MODEL_KEY_MISSING({ why: NO_FOUNDRY_KEY, cloud: 'foundry' });
  const { AnthropicFoundry } = await loaded('foundry', () => import('@anthropic-ai/foundry-sdk'));
  // The credential is a header of the request, and this one is not sent. Without any the SDK makes no client.
  return withoutCustomHeaders(() => new AnthropicFoundry({ ...options, apiKey: 'none', resource: null }));
}

const NO_FOUNDRY_KEY = 'ANTHROPIC_FOUNDRY_API_KEY is not set, and the provider has no apiKey, authToken or tokenCommand';

interface Making {
  readonly options: ReturnType<typeof sdkOptions>;
  readonly asksChain: boolean;
}

async function bedrockSdk(cloud: CloudPlace & { transport: 'bedrock' }, { options, asksChain }: Making): Promise<BaseAnthropic> {
  const { AnthropicBedrock } = await loaded('bedrock', () => import('@anthropic-ai/bedrock-sdk'));
  const { keys, profile, region: awsRegion } = cloud;
  const given = { ...options, awsRegion, apiKey: null };
  if (keys === undefined) {
    const providerChainResolver = profile === undefined ? null : async () => profileChain(profile);
    return withoutCustomHeaders(() => new AnthropicBedrock({ ...given, skipAuth: !asksChain, providerChainResolver }));
  }
  const { accessKeyId: awsAccessKey, secretAccessKey: awsSecretKey, sessionToken: awsSessionToken } = keys;
  return withoutCustomHeaders(() => new AnthropicBedrock({ ...given, awsAccessKey, awsSecretKey, awsSessionToken }));
}

type Chain = Awaited<ReturnType<NonNullable<Bedrock['providerChainResolver']>>>;

/** The credentials of a profile, for which the SDK has no option, from the package that the SDK itself uses. */
function profileChain(profile: string): Chain {
  const ofSdk = createRequire(createRequire(import.meta.url).resolve(CLOUD_PACKAGES.bedrock.name));
  const aws = ofSdk('@aws-sdk/credential-providers') as { fromNodeProviderChain(options: { readonly profile: string }): Chain };
  return aws.fromNodeProviderChain({ profile });
}

async function vertexSdk(cloud: CloudPlace & { transport: 'vertex' }, { options, asksChain }: Making): Promise<BaseAnthropic> {
  const { AnthropicVertex } = await loaded('vertex', () => import('@anthropic-ai/vertex-sdk'));
  const given: VertexOptions = { ...options, region: cloud.region, projectId: cloud.project };
  return withoutCustomHeaders(() => new AnthropicVertex(asksChain ? given : { ...given, authClient: NOBODY }));
}

/** A client of Google's that has no credential: the one of the request is a header. */
const NOBODY = { getRequestHeaders: async () => new Headers() } as unknown as NonNullable<VertexOptions['authClient']>;
