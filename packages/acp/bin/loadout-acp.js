#!/usr/bin/env node
// The command `loadout acp` for programs that start a package by its name, as the registry of the protocol does.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const cli = dirname(createRequire(import.meta.url).resolve('@loadout/cli/package.json'));
process.argv.splice(2, 0, 'acp');
await import(pathToFileURL(join(cli, 'bin/loadout.js')).href);
