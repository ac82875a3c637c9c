#!/usr/bin/env node
// Old syntax and no static import, so that a Node that is too old can read this file to its end.
var version = process.versions.node;
var parts = version.split('.').map(Number);
if (parts[0] < 20 || (parts[0] === 20 && parts[1] < 19)) {
  console.error('Loadout needs Node 20.19 or later; this is %s.', version);
  process.exitCode = 1;
} else {
  process.argv.splice(2, 0, 'acp');
  import(new URL('bin/loadout.js', import.meta.resolve('@loadout/cli/package.json')).href);
}
