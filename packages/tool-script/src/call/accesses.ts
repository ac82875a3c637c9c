import type { Access } from '@loadout/core';
import { analyse, realPath } from '@loadout/shell-rules';
import { shellQuoted } from '@loadout/tool-shell/program';
import { inputOf } from '../check/input.js';
import type { Script } from '../script.js';
import { fillItems, fillPaths } from './fill.js';
import { type Call, folderOf, valuesOf } from './place.js';
import { fileOf } from './program-file.js';

type Run = Extract<Access, { kind: 'run' }>;

/**
 * Names all that a call touches: its command, for rules of the tool's own name and for the rules that deny commands, and the files that the
 * declaration names.
 */
export function accessesOf(script: Script, call: Call): readonly Access[] {
  const run = runOf(script, call);
  const { touches = {} } = script.declaration;
  const values = valuesOf(script, call);
  const cwd = folderOf(script, call.context);
  const files = (kind: 'read' | 'write') =>
    (touches[kind] ?? [])
      .flatMap((text) => fillPaths(text, values))
      .map((path): Access => {
        const below = path.endsWith('/') ? { below: true } : {};
        const place = { path: realPath(cwd, path), ...below };
        return kind === 'read' ? { kind, ...place } : { kind, ...place, by: [run.text] };
      });
  return [run, ...files('read'), ...files('write')];
}

/** The words of a command are known, whatever else it does: what is unclear of it was decided by who wrote the configuration. */
function runOf(script: Script, call: Call): Run {
  const { text, declared, words } = commandOf(script, call);
  const [first = [], ...others] = analyse(text).commands.flatMap((one) => [one.words, ...one.also]);
  const names = pathsIn(script, call);
  return {
    kind: 'run',
    text,
    words: words ?? first,
    also: words === undefined ? others : [first, ...others],
    ...(names.length === 0 ? {} : { names }),
    declared,
  };
}

interface Command {
  readonly text: string;
  readonly declared: readonly string[];
  /** The words of an argument list. */
  readonly words?: readonly string[] | undefined;
}

function commandOf(script: Script, call: Call): Command {
  const { run = [], shell } = script.declaration;
  const values = valuesOf(script, call);
  if (shell !== undefined) {
    const given = Object.entries(values).filter(([, value]) => value !== undefined);
    const lines = given.map(([name, value]) => `${name}=${shown(String(value))}`);
    const set = given.map(([name, value]) => `${name}=${shellQuoted(String(value))}`);
    return { text: [...set, shell].join('\n'), declared: [...lines, ...shell.trimEnd().split('\n')] };
  }
  const program = script.declaration.script ?? run[0] ?? '';
  const words = [program, ...fillItems(run.slice(1), values).map(({ text }) => text)];
  return { text: words.map(quoted).join(' '), declared: words.map(shown), words: [fileOf(script) ?? program, ...words.slice(1)] };
}

const quoted = (word: string) => (/^[\w@%+=:,./-]+$/.test(word) ? word : shellQuoted(word));

/** An argument on one line: as it is, or as JSON. */
const shown = (text: string) => (text === '' || /[\n\r"]/.test(text) ? JSON.stringify(text) : text);

function pathsIn(script: Script, call: Call): NonNullable<Run['names']> {
  const { properties } = inputOf(script.declaration);
  const cwd = folderOf(script, call.context);
  return Object.entries(valuesOf(script, call)).flatMap(([name, value]) => {
    const property = properties[name];
    const isPath = property?.format === 'path' || property?.items?.format === 'path';
    const words = isPath ? [value].flat().filter((one): one is string => typeof one === 'string') : [];
    return words.map((word) => ({ word, path: realPath(cwd, word) }));
  });
}
