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

/** Something that searches the web. WebSearch filters, cleans and counts what it gives; the domain lists may be used or not. */
export interface SearchProvider {
  readonly name: string;
  /** Contract: throws when there is no answer; the message must not hold a key. */
  search(request: SearchRequest): Promise<readonly SearchHit[]>;
}

/** A plugin that offers this is asked by WebSearch when its options name no provider. */
export const SearchProvider = defineService<SearchProvider>('SearchProvider');
