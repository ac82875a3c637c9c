// Calls one tool on a folder and prints, as JSON, the answer and the growth of this process. Arguments: folder, tool, input,
// options.
import { readFileSync } from 'node:fs';
import { callTool, mountPlugin, testContext } from '../../packages/testing/dist/index.js';
import plugin from '../../packages/tool-fs/dist/index.js';

const [folder, name, input, options] = process.argv.slice(2);
const state = `${folder}-state`;
const { tools } = await mountPlugin(plugin, { options: JSON.parse(options), configDir: folder, stateDir: state });
const tool = tools.find((one) => one.name === name);
const context = testContext({ cwd: folder, roots: [folder] });
const peak = () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) / 1024;

// The first call loads code, which counts as start and not as growth.
await callTool(tool, { ...JSON.parse(input), path: context.dir }, context);
const before = peak();
const { content, isError } = await callTool(tool, JSON.parse(input), context);
const grownMb = peak() - before;
const again = await callTool(tool, { ...JSON.parse(input), path: context.dir }, context);
console.log(JSON.stringify({ content: content.slice(-300), isError, grownMb, usable: !again.isError }));
await context.dispose();
