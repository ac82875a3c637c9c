import { seconds } from '../compile/duration.js';
import { toolSearch } from '../compile/tool-search.js';
import { isHost } from './host.js';

/** The single line of a public key as `openssl pkey -pubout` prints it: the head of an Ed25519 key, and its 32 bytes. */
const PUBLIC_KEY = /^MCowBQYDK2VwAyEA[A-Za-z0-9+/]{43}=$/;

type Keys = Readonly<Record<string, unknown>>;

/** The rules that no keyword of a schema expresses, by their name in `shapes.json`. Each gets a value that fits the rest of its schema. */
export const refinements = {
  isApprover: (value: string) => PUBLIC_KEY.test(value),
  isDuration: (value: string | number) => seconds(value) !== undefined,
  isHost,
  isMatcher,
  isRetention: (value: string | number) => /^[1-9]\d*[dh]$/.test(String(value)),
  isToolSearch: (value: string) => toolSearch(value) !== undefined,
  expectsSomething: (value: Keys) => Object.keys(value).length > 0,
  hasOneSource: ({ env, file, command }: Keys) => [env, file, command].filter((one) => one !== undefined).length === 1,
  hasScriptOrCassette: ({ script, agents, cassette }: Keys) =>
    (script === undefined && agents === undefined) !== (cassette === undefined),
};

export type Refinement = keyof typeof refinements;

/** Whether a text is a valid matcher (CON-36). */
function isMatcher(value: string): boolean {
  if (value === '' || value === '*' || /^[\w|, -]+$/.test(value)) return true;
  try {
    return new RegExp(value) !== undefined;
  } catch {
    return false;
  }
}
