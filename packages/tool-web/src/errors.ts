import { defineErrors } from '@loadout/core';

/** Every error of this package. */
export const table = {
  WEB_OPTION_INVALID: {
    message: (p: { option: string; value: string; problem: string }) =>
      `The option ${p.option} has the entry ${JSON.stringify(p.value)}, which cannot be used: ${p.problem}.`,
  },
  WEB_URL_INVALID: {
    message: (p: { url: string; problem: string }) => `The URL ${JSON.stringify(p.url)} cannot be fetched: ${p.problem}.`,
    fix: () => 'Give an absolute http or https URL of a public host.',
  },
  WEB_ADDRESS_REFUSED: {
    message: (p: { host: string; address: string; what: string }) =>
      `${p.host === p.address ? p.host : `${p.host} has the address ${p.address}, which`} is not a public address (${p.what}); nothing was sent.`,
    fix: () =>
      "To reach a host of this machine or of a private network, a person must add it to allowHosts in this plugin's options.",
  },
  WEB_REQUEST_FAILED: {
    message: (p: { url: string; reason: string }) => `${p.url} could not be fetched: ${p.reason}.`,
  },
  WEB_TIMED_OUT: {
    message: (p: { url: string; seconds: number }) => `${p.url} was not complete after ${p.seconds} s; it was given up.`,
    fix: () => 'Try again later, or use another source.',
  },
  WEB_TOO_LARGE: {
    message: (p: { url: string; bytes: number }) => `${p.url} has more than ${p.bytes} bytes (decompressed); it was given up.`,
    fix: () => 'Use a smaller page of the same site, or download it with a program.',
  },
  WEB_REDIRECT_FAILED: {
    message: (p: { url: string; problem: string }) => `The redirects of ${p.url} were not followed: ${p.problem}.`,
  },
  WEB_CONTENT_UNREADABLE: {
    message: (p: { url: string; kind: string }) => `${p.url} is ${p.kind}, which cannot be shown as text.`,
    fix: () => 'Use a program that knows the format, for example through Bash.',
  },
  WEB_OFFSET_PAST_END: {
    message: (p: { offset: number; length: number }) =>
      `The offset ${p.offset} is past the end: the content has ${p.length} characters.`,
    fix: () => 'Give a smaller offset, or none.',
  },
  WEB_CALL_CANCELLED: { message: (p: { url: string }) => `The call was cancelled before ${p.url} was complete.` },
  WEB_SEARCH_UNAVAILABLE: {
    message: (p: { problem: string }) => `WebSearch cannot search: ${p.problem}.`,
    fix: () =>
      "A person must set `search` in the options of @loadout/tool-web, for example search: { provider: brave, apiKey: '${secret:BRAVE_API_KEY}' } or search: { provider: searxng, baseUrl: 'http://localhost:8888' }. Providers: brave, tavily, exa, searxng, anthropic.",
  },
  WEB_SEARCH_FAILED: {
    message: (p: { provider: string; reason: string }) => `The search with ${p.provider} failed: ${p.reason}.`,
    fix: () => 'Try again later or with another query.',
  },
};

export const errors = defineErrors(table);
