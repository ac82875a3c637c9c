/** `node create.mjs my-agent --template review`: what `npm create loadout` does, with the packages of this folder. */
process.argv.push('--from', import.meta.dirname);
await import(new URL('./create-loadout/bin/create-loadout.js', import.meta.url).href);
