import { messageOf } from '@loadout/core';
import { redact } from '@loadout/core/model-errors';
import { errors } from '../../errors.js';
import type { CloudConnection } from './cloud-connection.js';
import type { AwsKeys } from './sign-request.js';

/** The vendors' packages, which only their users install. They are looked up beside this package, never in a project's folder. */
const AWS: string = '@aws-sdk/credential-providers';
const GOOGLE: string = 'google-auth-library';

interface AwsPackage {
  fromNodeProviderChain(options: { readonly profile?: string }): () => Promise<AwsKeys>;
}

interface GooglePackage {
  readonly GoogleAuth: new (options: { readonly scopes: string }) => { getAccessToken(): Promise<string | null | undefined> };
}

type Cloud = 'bedrock' | 'vertex' | 'foundry';

/** The cloud whose credentials a package finds. */
const cloudOf = (name: string): Cloud => (name === AWS ? 'bedrock' : 'vertex');

type Load = (name: string) => Promise<unknown>;

/**
 * The credentials of this machine, from the chain of the cloud's own package: profiles, single sign-on, metadata servers. Asked
 * before each request, since the chain knows when they expire.
 */
export class CredentialChain {
  readonly #load: Load;
  #aws: (() => Promise<AwsKeys>) | undefined;
  #google: InstanceType<GooglePackage['GoogleAuth']> | undefined;

  constructor(load: Load = (name) => import(name)) {
    this.#load = load;
  }

  /** Adds credentials to a connection that has none. Throws MODEL_KEY_MISSING. */
  async complete(connection: CloudConnection): Promise<CloudConnection> {
    const { cloud, authToken, apiKey, isOwnAddress, headers } = connection;
    const named = Object.entries(headers).some(([name, value]) => value !== null && /^(authorization|x-api-key)$/i.test(name));
    if (authToken !== undefined || apiKey !== undefined || named || !isOwnAddress) return connection;
    if (cloud.transport === 'bedrock') {
      if (cloud.keys !== undefined) return connection;
      const keys = await this.#awsKeys(cloud.profile);
      const secrets = [
        ...connection.secrets,
        keys.secretAccessKey,
        ...(keys.sessionToken === undefined ? [] : [keys.sessionToken]),
      ];
      return { ...connection, cloud: { ...cloud, keys }, credentialFrom: AWS, secrets };
    }
    if (cloud.transport === 'foundry')
      throw missing('foundry', 'ANTHROPIC_FOUNDRY_API_KEY is not set, and the provider has no apiKey, authToken or tokenCommand');
    const token = await this.#googleToken();
    return { ...connection, authToken: token, credentialFrom: GOOGLE, secrets: [...connection.secrets, token] };
  }

  async #awsKeys(profile: string | undefined): Promise<AwsKeys> {
    const names = 'neither AWS_BEARER_TOKEN_BEDROCK nor AWS_ACCESS_KEY_ID with AWS_SECRET_ACCESS_KEY is set';
    const chain =
      this.#aws ?? (await this.#loaded<AwsPackage>(AWS, names)).fromNodeProviderChain(profile === undefined ? {} : { profile });
    this.#aws = chain;
    const { accessKeyId, secretAccessKey, sessionToken } = await chain().catch((cause: unknown) => failed(AWS, cause));
    return { accessKeyId, secretAccessKey, sessionToken };
  }

  async #googleToken(): Promise<string> {
    const scopes = 'https://www.googleapis.com/auth/cloud-platform';
    const auth =
      this.#google ??
      new (await this.#loaded<GooglePackage>(GOOGLE, 'CLOUDSDK_AUTH_ACCESS_TOKEN is not set')).GoogleAuth({ scopes });
    this.#google = auth;
    const token = await auth.getAccessToken().catch((cause: unknown) => failed(GOOGLE, cause));
    return token || failed(GOOGLE, new Error('it has no access token'));
  }

  async #loaded<Package>(name: string, names: string): Promise<Package> {
    try {
      return (await this.#load(name)) as Package;
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') return failed(name, cause);
      throw missing(
        cloudOf(name),
        `${names}, the provider has no authToken or tokenCommand, and the package ${name} is not installed`,
      );
    }
  }
}

const missing = (cloud: Cloud, why: string) => errors.MODEL_KEY_MISSING({ why, cloud });

function failed(name: string, cause: unknown): never {
  throw missing(cloudOf(name), `the package ${name} was asked for credentials, and that failed: ${redact(messageOf(cause), [])}`);
}
