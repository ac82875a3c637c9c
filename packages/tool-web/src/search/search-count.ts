import { defineService } from '@loadout/core';

/** How many searches a session has made. */
export interface SearchCount {
  made: number;
}

export const SearchCount = defineService<SearchCount>('WebSearchCount');
