import { createRequire } from 'node:module';
import type { AnthropicBedrock as Bedrock } from '@anthropic-ai/bedrock-sdk';
import type { BaseAnthropic } from '@anthropic-ai/sdk';
import type { ClientOptions as VertexOptions } from '@anthropic-ai/vertex-sdk';
import type { Route } from '../node-fetch.js';
import { sdkOptions, withoutCustomHeaders } from '../sdk-options.js';
import type { CloudConnection, CloudPlace } from './cloud-connection.js';
import { CLOUD_PACKAGES, loaded } from './cloud-package.js';

/**
 * The client of a cloud's own SDK. Credentials of this machine (profiles, single sign-on, metadata servers) are looked for only for a
 * connection that asks for them. All others are headers of the request, or keys that it is signed with. Throws MODEL_PACKAGE_MISSING.
 */
export async function cloudSdk(connection: CloudConnection, route: Route): Promise<BaseAnthropic> {
  const { cloud, asksChain } = connection;
  const making = { options: sdkOptions(connection, route), asksChain };
  if (cloud.transport === 'bedrock') return withoutCustomHeaders(await bedrock(cloud, making));
  if (cloud.transport === 'vertex') return withoutCustomHeaders(await vertex(cloud, making));
  const { AnthropicFoundry } = await loaded('foundry', () => import('@anthropic-ai/foundry-sdk'));
  // The credential is a header of the request, and this one is not sent. Without any the SDK makes no client.
  return withoutCustomHeaders(() => new AnthropicFoundry({ ...making.options, apiKey: 'none', resource: null }));
}

interface Making {
  readonly options: ReturnType<typeof sdkOptions>;
  readonly asksChain: boolean;
}

type Make = () => BaseAnthropic;

async function bedrock(place: CloudPlace & { transport: 'bedrock' }, { options, asksChain }: Making): Promise<Make> {
  const { AnthropicBedrock } = await loaded('bedrock', () => import('@anthropic-ai/bedrock-sdk'));
  const { keys, profile, region: awsRegion } = place;
  const given = { ...options, awsRegion, apiKey: null };
  if (keys !== undefined) {
    const { accessKeyId: awsAccessKey, secretAccessKey: awsSecretKey, sessionToken: awsSessionToken } = keys;
    return () => new AnthropicBedrock({ ...given, awsAccessKey, awsSecretKey, awsSessionToken });
  }
  const providerChainResolver = profile === undefined ? null : async () => ofProfile(profile);
  return () => new AnthropicBedrock({ ...given, skipAuth: !asksChain, providerChainResolver });
}

async function vertex(place: CloudPlace & { transport: 'vertex' }, { options, asksChain }: Making): Promise<Make> {
  const { AnthropicVertex } = await loaded('vertex', () => import('@anthropic-ai/vertex-sdk'));
  const { region, project: projectId } = place;
  const authClient = (asksChain ? googleAuth() : NOBODY) as unknown as NonNullable<VertexOptions['authClient']>;
  return () => new AnthropicVertex({ ...options, region, projectId, authClient });
}

type Chain = Awaited<ReturnType<NonNullable<Bedrock['providerChainResolver']>>>;

/** The credentials of a profile of AWS, for which the SDK has no option. */
function ofProfile(profile: string): Chain {
  const aws = fromSdk('bedrock', '@aws-sdk/credential-providers') as {
    fromNodeProviderChain(options: { readonly profile: string }): Chain;
  };
  return aws.fromNodeProviderChain({ profile });
}

interface Authorizing {
  getRequestHeaders(): Promise<Headers>;
}

/** The credentials of Google, which are asked for with each request. The SDK itself asks when it is made, and keeps a failure. */
function googleAuth(): Authorizing {
  const { GoogleAuth } = fromSdk('vertex', 'google-auth-library') as {
    readonly GoogleAuth: new (options: { readonly scopes: string }) => Authorizing;
  };
  return new GoogleAuth({ scopes: 'https://www.googleapis.com/auth/cloud-platform' });
}

/** Nobody's: the credential of the request is a header, or there is none. */
const NOBODY: Authorizing = { getRequestHeaders: async () => new Headers() };

/** Loads a package that the SDK of a cloud depends on. */
function fromSdk(cloud: 'bedrock' | 'vertex', name: string): unknown {
  return createRequire(createRequire(import.meta.url).resolve(CLOUD_PACKAGES[cloud].name))(name);
}
