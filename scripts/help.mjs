/** `npm run help`: the commands of this repository that a change rarely needs. AGENTS.md has the others. */

console.log(`Adding
  npm run new:tool -- tool-fs CountWords     a tool, its test, its place in the list
  npm run new:plugin -- crm                  a plugin package; --dir PATH puts it anywhere else
  node scripts/sync-manifests.mjs            the "loadout" field of each plugin's package.json, from its built code
  npm run tables                             the stored lists of subcommands of the installed programs

Suites of npm run check, each by itself
  npm run test:projects, test:commands       tests that install, compile, kill, or start the command often
  npm run test:doors, test:wires             one scenario at each door, and at each API of a model
  npm run test:compat                        the official Claude Agent SDK drives our command; installs what it needs
  npm run test:adapters                      the agents of other toolkits call our tools; installs what it needs
  npm run test:engine, test:door             runs on Restate with workers that are killed; a Chromium at its ports
  npm run test:viewer                        the viewer's page in a Chromium; --pictures writes docs/guide/pictures
  npm run test:site                          builds the site of docs/, and tests it in a Chromium; npm run site builds it only
  npm run test:sandbox                       needs bubblewrap and socat
  npm run check -- --again                   also what passed on these files

Fuzzing and comparing
  npm run fuzz:shell -- --strings 5000       random commands against the rules; --sweep: every option of every listed
                                             program; --sweep --programs --tools DIR --record FILE: each row of each table
  npm run fuzz:sequences -- --sequences 500  sequences of calls that carry state from one to the next
  npm run fuzz:git -- --commands 5000        git with every option
  npm run compare -- plain,background        what the official program says, and what ours does; brings 400 MB from npm
  npm run compare:plugins                    what claude plugin validate says, and loadout plugin check; brings 380 MB
  npm run conformance                        the MCP conformance scenarios against our client and server

Measuring
  npm run bench -- --only start --node 24    ratios of one run, on another Node; --against DIR compares two checkouts
  npm run bench -- --gate                    the rows of docs/reference/speed.md again; --store stores them, --peers
                                             measures the programs and libraries beside ours
  npm run bench -- --only suite              npm ci, npm test and the check in a fresh clone; a quarter of an hour
  node bench/durable/scale.mjs --runs 1000   many runs on four workers of an engine
  node scripts/walk.mjs                      the files that one plain call of Read enters

Releasing
  npm run release                            a release up to its last step: RELEASING.md

Loadout itself
  npx @loadout/cli run                       the agent of this repository; needs no key`);
