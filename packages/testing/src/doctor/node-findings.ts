import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Finding, findingsOf, type Subject } from './finding.js';

const found = findingsOf('node');

/** Calls that Node 20.19 does not have. */
const TOO_NEW: readonly (readonly [pattern: RegExp, since: string])[] = [
  [/\bPromise\.withResolvers\b/, '22'],
  [/\bPromise\.try\b/, '24'],
  [/\bArray\.fromAsync\b/, '22'],
  [/\bObject\.groupBy\b|\bMap\.groupBy\b/, '21'],
  [/\bIterator\.from\b/, '22'],
  [/\bRegExp\.escape\b/, '24'],
  [/\bError\.isError\b/, '24'],
  [/\bFloat16Array\b/, '24'],
  [/\bnew WebSocket\(/, '22'],
  [/['"]node:sqlite['"]/, '22.5'],
  [/\bstripTypeScriptTypes\b/, '22.13'],
  [/^\s*(?:await\s+)?using\s+\w+\s*=/m, '24'],
];

/** Calls that Node 22 to 24 no longer has. */
const GONE: readonly (readonly [pattern: RegExp, until: string])[] = [
  [/\bimport\b[^;\n]*\bassert\s*\{\s*type\b/, '22'],
  [/\bprocess\.binding\(/, '24'],
  [/\bnew SlowBuffer\(|\bSlowBuffer\(/, '24'],
  [/\butil\.is(?:Array|Boolean|Date|Error|Function|String|Undefined)\(/, '23'],
];

/** Tells what Node 20 to 24 will say: the versions that the package claims, and what its code calls. */
export function nodeFindings({ dir, json, packed }: Subject): readonly Finding[] {
  const range = json.engines?.node;
  const floor = Number(/>=\s*(\d+)/.exec(range ?? '')?.[1]);
  const files = packed.filter((path) => /\.[cm]?js$/.test(path) && existsSync(join(dir, path)));
  const code = files.flatMap((path) => [...callsIn(readFileSync(join(dir, path), 'utf8'), path)]);
  return [
    ...(range === undefined ? [found('warning', 'there is no "engines"."node"; Loadout runs on Node >=20.19')] : []),
    ...(floor > 20 ? [found('warning', `"engines" asks for Node ${range}, and users of Loadout may have 20.19`)] : []),
    ...(/<\s*2[0-4]\b|^[~^]?\d+(?:\.\d+)*$/.test(range ?? '')
      ? [found('warning', `"engines" ${range} leaves out newer versions of Node`)]
      : []),
    ...(code.length === 0
      ? [
          found(
            'ok',
            `nothing in ${files.length} files is missing in Node 20.19 or gone from Node 24; checked by name, not by running it`,
          ),
        ]
      : code),
  ];
}

function* callsIn(text: string, path: string): Generator<Finding> {
  for (const [pattern, since] of TOO_NEW) {
    const [call] = pattern.exec(text) ?? [];
    if (call !== undefined) yield found('error', `${path}: ${call.trim()} needs Node ${since}, and Loadout runs on 20.19`);
  }
  for (const [pattern, until] of GONE) {
    const [call] = pattern.exec(text) ?? [];
    if (call !== undefined) yield found('error', `${path}: ${call.trim()} is gone from Node ${until}`);
  }
}
