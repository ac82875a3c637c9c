/** The marketplaces of the maker of Claude Code. Their plugins may have its name. */
const OF_THE_MAKER = new Set([
  ...['claude-code-marketplace', 'claude-code-plugins', 'claude-plugins-official', 'claude-tag-plugins', 'first-party-plugins'],
  ...['anthropic-marketplace', 'anthropic-plugins', 'agent-skills', 'anthropic-agent-skills', 'knowledge-work-plugins'],
  ...['claude-for-legal', 'claude-for-financial-services', 'financial-services-plugins', 'life-sciences', 'healthcare'],
]);

/** Compared after separators are written as hyphens. */
const RESERVED_START = /^(?:claude|anthropics?|cc-?plugin)-./;
const RESERVED_MARKETPLACE = /^(?:claude|anthropic)-?(?:marketplace|plugins-?official)/;

/** Compared without separators. */
const RESERVED_WORDS = new Set(['claude', 'claudecode', 'claudemods', 'anthropic', 'anthropics']);
const CLAIMS_TO_BE_OFFICIAL = /official(?:claude|anthropic)|(?:claude|anthropic)official/;

const hyphened = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, '-');

export const isMarketplaceOfMaker = (name: string): boolean => OF_THE_MAKER.has(name.toLowerCase());

/** Whether Claude Code refuses the name of a plugin because it reads as one of its maker's. */
export function isReservedName(name: string): boolean {
  const word = hyphened(name);
  const letters = word.replaceAll('-', '');
  return RESERVED_START.test(word) || RESERVED_WORDS.has(letters) || CLAIMS_TO_BE_OFFICIAL.test(letters);
}

/** Whether Claude Code refuses the name of a marketplace for that reason. It looks at the repository of its maker's own when one is added. */
export function isReservedMarketplace(name: string): boolean {
  const word = hyphened(name);
  if (isMarketplaceOfMaker(name)) return false;
  return RESERVED_MARKETPLACE.test(word) || CLAIMS_TO_BE_OFFICIAL.test(word.replaceAll('-', ''));
}
