/** The public names, by hand: adding one is a decision. */
export { callTool } from './call-tool.js';
export type { Check, TestRunner } from './checks/check.js';
export { describePlugin } from './checks/describe-plugin.js';
export { describeTool } from './checks/describe-tool.js';
export { type PluginCases, pluginChecks } from './checks/plugin-checks.js';
export type { InvalidCase, ToolCases, ValidCase } from './checks/tool-cases.js';
export { toolChecks } from './checks/tool-checks.js';
export { errors, table as errorTable } from './errors.js';
export type { RecordedRequest, RequestBlock, RequestBody } from './mock-api/recorded-request.js';
export type { Fault, RawBlock, RawEvent, Reply, ReplyTool } from './mock-api/reply.js';
export { type MockApi, type MockApiOptions, startMockApi } from './mock-api/start-mock-api.js';
export type { Answering, Frames, Piece, Wire, WireError } from './mock-api/wire.js';
export { type ManifestOptions, pluginManifest } from './plugin-manifest.js';
export { pngOf } from './png-of.js';
export { type Services, type TestContext, type TestContextOptions, testContext } from './test-context.js';
export { validateMessages, validateRequest } from './wires/messages/validate-messages.js';
export { messagesWire } from './wires/messages/wire.js';
