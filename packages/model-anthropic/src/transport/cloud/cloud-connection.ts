import type { Missing } from '@loadout/core/model';
import type { AnthropicOptions } from '../../options.js';
import { type Connection, hasCredential, secretsIn } from '../connection.js';

export interface AwsKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** The token of temporary keys. */
  readonly sessionToken?: string | undefined;
}

/** The place of a model at a cloud. */
export type CloudPlace =
  | {
      readonly transport: 'bedrock';
      readonly region: string;
      readonly keys?: AwsKeys | undefined;
      readonly profile?: string | undefined;
    }
  | { readonly transport: 'vertex'; readonly region: string; readonly project: string }
  | { readonly transport: 'foundry' };

export interface CloudConnection extends Connection {
  readonly cloud: CloudPlace;
  /** Why no request can be sent, whatever the credentials. */
  readonly incomplete?: Missing | undefined;
  /** Whether credentials of this machine are looked for: it has none, and no configuration names its address. */
  readonly asksChain: boolean;
}

type Env = Readonly<Record<string, string | undefined>>;
type CloudOptions = Omit<AnthropicOptions, 'apiKey'> & { readonly apiKey?: string | undefined };

const MACHINE = 'the credentials of this machine';

/** A credential, and the name of its source. */
interface Found {
  readonly value: string;
  readonly from: string;
}

/**
 * Builds the connection to a cloud. Reads options and variables alone, so it is cheap. As for the API itself, a credential of the
 * environment goes only to the cloud's own address or to one from the environment. Source: CLOUD-01.
 */
export function cloudConnectionOf(options: CloudOptions, env: Env, token?: string): CloudConnection {
  const place = { bedrock, vertex, foundry, api: foundry }[options.transport ?? 'api'](options, env);
  const isOwnAddress = options.baseUrl === undefined;
  const ofEnv = isOwnAddress ? env : {};
  const bearer = first(
    { value: options.authToken, from: 'authToken of the provider' },
    { value: token, from: 'tokenCommand of the provider' },
    ...place.tokens.map((name) => ({ value: ofEnv[name], from: `the variable ${name}` })),
  );
  const key =
    place.key === undefined
      ? undefined
      : first(
          { value: options.apiKey, from: 'apiKey of the provider' },
          { value: ofEnv[place.key], from: `the variable ${place.key}` },
        );
  const headers = options.headers ?? {};
  const signs = place.cloud.transport === 'bedrock' && bearer === undefined && !hasCredential(headers);
  const keys = signs ? awsKeys(ofEnv) : undefined;
  const cloud = signs ? { ...place.cloud, keys } : place.cloud;
  const asksChain = isOwnAddress && !hasCredential(headers) && (bearer ?? key ?? keys) === undefined;
  const credentials = [bearer?.value, key?.value, keys?.secretAccessKey, keys?.sessionToken];
  return {
    baseUrl: (options.baseUrl ?? place.baseUrl)
      .replace(/\/+$/, '')
      .replace(place.cloud.transport === 'foundry' ? /\/v1$/ : /$^/, ''),
    apiKey: key?.value,
    authToken: bearer?.value,
    headers,
    credentialFrom: bearer?.from ?? key?.from ?? (asksChain ? MACHINE : keys && 'the variable AWS_ACCESS_KEY_ID'),
    secrets: [...credentials, ...secretsIn(headers)].filter((one): one is string => !!one),
    cloud,
    incomplete: options.baseUrl === undefined ? place.incomplete : place.incompleteAnywhere,
    asksChain,
  };
}

const first = (...found: readonly { readonly value: string | undefined; readonly from: string }[]): Found | undefined =>
  found.map(({ value, from }) => ({ value: value?.trim() ?? '', from })).find(({ value }) => value !== '');

/** A cloud, as options and variables describe it. */
interface Place {
  readonly cloud: CloudPlace;
  readonly baseUrl: string;
  /** Variables with a bearer token. */
  readonly tokens: readonly string[];
  /** The variable with a key. */
  readonly key?: string | undefined;
  /** The missing part of the cloud's own address, and of an address that is given. */
  readonly incomplete?: Missing | undefined;
  readonly incompleteAnywhere?: Missing | undefined;
}

const unset = (option: string, variable: string): Missing => ({
  why: `neither ${option} of the provider nor the variable ${variable} is set`,
  fix: `Set ${option} in the options of the provider, or ${variable}.`,
});

function bedrock({ region: given, profile }: CloudOptions, env: Env): Place {
  const region = given ?? (env.AWS_REGION || env.AWS_DEFAULT_REGION || 'us-east-1');
  const domain = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  return {
    cloud: { transport: 'bedrock', region, profile },
    baseUrl: env.ANTHROPIC_BEDROCK_BASE_URL || `https://bedrock-runtime.${region}.${domain}`,
    tokens: ['AWS_BEARER_TOKEN_BEDROCK'],
  };
}

/** Keys in the environment go before a profile, as for the AWS command. */
function awsKeys(env: Env): AwsKeys | undefined {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: sessionToken } = env;
  if (!accessKeyId || !secretAccessKey) return undefined;
  return { accessKeyId, secretAccessKey, sessionToken: sessionToken || undefined };
}

function vertex(options: CloudOptions, env: Env): Place {
  const region = options.region ?? (env.CLOUD_ML_REGION || undefined);
  const project =
    options.project ?? (env.ANTHROPIC_VERTEX_PROJECT_ID || env.GOOGLE_CLOUD_PROJECT || env.GCLOUD_PROJECT || undefined);
  const missing =
    region === undefined
      ? unset('region', 'CLOUD_ML_REGION')
      : project === undefined
        ? unset('project', 'ANTHROPIC_VERTEX_PROJECT_ID')
        : undefined;
  return {
    cloud: { transport: 'vertex', region: region ?? '', project: project ?? '' },
    baseUrl: env.ANTHROPIC_VERTEX_BASE_URL || vertexAddress(region ?? ''),
    tokens: ['CLOUDSDK_AUTH_ACCESS_TOKEN'],
    incomplete: missing,
    incompleteAnywhere: missing,
  };
}

function vertexAddress(region: string): string {
  if (region === 'global') return 'https://aiplatform.googleapis.com/v1';
  if (region === 'us' || region === 'eu') return `https://aiplatform.${region}.rep.googleapis.com/v1`;
  return `https://${region}-aiplatform.googleapis.com/v1`;
}

function foundry(options: CloudOptions, env: Env): Place {
  const resource = options.resource ?? (env.ANTHROPIC_FOUNDRY_RESOURCE || undefined);
  const given = env.ANTHROPIC_FOUNDRY_BASE_URL || undefined;
  const missing = resource === undefined && given === undefined ? unset('resource', 'ANTHROPIC_FOUNDRY_RESOURCE') : undefined;
  return {
    cloud: { transport: 'foundry' },
    baseUrl: given ?? `https://${resource}.services.ai.azure.com/anthropic`,
    tokens: ['ANTHROPIC_FOUNDRY_AUTH_TOKEN'],
    key: 'ANTHROPIC_FOUNDRY_API_KEY',
    incomplete: missing,
  };
}
