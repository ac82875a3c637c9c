import { defineService } from '@loadout/core';

export interface SearchRequest {
  readonly query: string;
  /** How many results are wanted, at most 20. */
  readonly count: number;
  /** Host names; their subdomains belong to them. At most one of the lists has entries. */
  readonly allowedDomains: readonly string[];
  readonly blockedDomains: readonly string[];
  readonly signal: AbortSignal;
}

export interface SearchHit {
  readonly title: string;
  readonly url: string;
  readonly snippet?: string | undefined;
}

/** A search engine. WebSearch filters, cleans and counts its results; the provider may ignore the domain lists. */
export interface SearchProvider {
  readonly name: string;
  /** Searches. Contract: throws if there is no answer; the message must not contain a key. */
  search(request: SearchRequest): Promise<readonly SearchHit[]>;
}

/** A plugin that offers this is asked by WebSearch when its options name no provider. */
export const SearchProvider = defineService<SearchProvider>('SearchProvider');
