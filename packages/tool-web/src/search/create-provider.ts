import { errors } from '../errors.js';
import type { SearchOptions } from '../options.js';
import { anthropic } from './anthropic.js';
import { brave } from './brave.js';
import { exa } from './exa.js';
import type { SearchProvider } from './provider.js';
import type { ProviderConfig } from './provider-config.js';
import { searxng } from './searxng.js';
import { tavily } from './tavily.js';

const PROVIDERS: Readonly<Record<SearchOptions['provider'], (config: ProviderConfig) => SearchProvider>> = {
  brave,
  tavily,
  exa,
  searxng,
  anthropic,
};

/** Throws if the options lack a value that this provider needs. */
export function createProvider({ provider, apiKey, baseUrl, model }: SearchOptions): SearchProvider {
  const missing = [
    provider !== 'searxng' && apiKey === undefined ? 'apiKey' : '',
    provider === 'searxng' && baseUrl === undefined ? 'baseUrl' : '',
    provider === 'anthropic' && model === undefined ? 'model' : '',
  ].filter((name) => name !== '');
  if (missing.length > 0) throw unavailable(`the provider ${provider} is configured without ${missing.join(' and ')}`);
  if (baseUrl !== undefined && !/^https?:$/.test(URL.canParse(baseUrl) ? new URL(baseUrl).protocol : ''))
    throw unavailable(`the baseUrl of the provider ${provider} is not an http or https URL`);
  const base = baseUrl === undefined ? {} : { baseUrl: baseUrl.replace(/\/+$/, '') };
  return PROVIDERS[provider]({ apiKey: apiKey ?? '', model: model ?? '', ...base });
}

const unavailable = (problem: string) => errors.WEB_SEARCH_UNAVAILABLE({ problem });
