/** Forms of keys and passwords that are known by sight. Each has an end, so that the text behind a key stays. */
export const keyPatterns: readonly { readonly name: string; readonly pattern: RegExp }[] = [
  { name: 'private keys', pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g },
  { name: 'API keys', pattern: /\b(?:sk|rk)[-_](?=[\w-]{0,100}\d)[\w-]{20,}/g },
  { name: 'GitHub tokens', pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{30,})/g },
  { name: 'GitLab tokens', pattern: /\bglpat-[A-Za-z0-9_-]{20,}/g },
  { name: 'npm tokens', pattern: /\bnpm_[A-Za-z0-9]{30,}/g },
  { name: 'Slack tokens', pattern: /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g },
  { name: 'AWS keys', pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g },
  { name: 'Google keys', pattern: /\bAIza[A-Za-z0-9_-]{35}/g },
  { name: 'web tokens', pattern: /\beyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/g },
  { name: 'bearer tokens', pattern: /(?<=\bbearer )[A-Za-z0-9._~+/-]{16,}=*/gi },
  { name: 'passwords in addresses', pattern: /(?<=\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s/:@"']{0,80}:)[^\s/@"']{1,200}(?=@)/gi },
];

/** Whether a text holds a key or a password that is known by sight. */
export const hasKey = (text: string): boolean => keyPatterns.some(({ pattern }) => text.search(pattern) !== -1);
