/** The public names, by hand: adding one is a decision. */
export { callTool } from './call-tool.js';
export type { Check, TestRunner } from './checks/check.js';
export { describePlugin } from './checks/describe-plugin.js';
export { describeTool } from './checks/describe-tool.js';
export { type PluginCases, pluginChecks } from './checks/plugin-checks.js';
export { describeProvider } from './checks/provider/describe-provider.js';
export type { ProviderAbility, ProviderCases, ProviderServer } from './checks/provider/provider-cases.js';
export { providerChecks } from './checks/provider/provider-checks.js';
export type { InvalidCase, ToolCases, ValidCase } from './checks/tool-cases.js';
export { toolChecks } from './checks/tool-checks.js';
export { commandRows } from './command-rows.js';
export { describeRunEngine, type EngineAbilities } from './engines/describe-run-engine.js';
export type { EngineEnd, EngineUnderTest, EngineWorker, RunEngineCases, WorkerWishes } from './engines/engine-cases.js';
export { errors, table as errorTable } from './errors.js';
export { exampleOptions } from './example-options.js';
export type { RecordedRequest, RequestBlock, RequestBody } from './mock-api/recorded-request.js';
export type { Fault, RawBlock, RawEvent, Reply, ReplyTool } from './mock-api/reply.js';
export { type MockApi, type MockApiOptions, startMockApi } from './mock-api/start-mock-api.js';
export type { Answering, Frames, Oddity, Piece, Wire, WireError } from './mock-api/wire.js';
export { type OtlpSink, type ReceivedLog, type ReceivedPoint, type ReceivedSpan, startOtlpSink } from './otlp/start-otlp-sink.js';
export { type ManifestOptions, pluginManifest } from './plugin-manifest.js';
export { pngOf } from './png-of.js';
export { type CheckContext, checkRun } from './runs/check-run.js';
export { callText, type MatchesRule } from './runs/expected-call.js';
export { type RecordOptions, recordEvents, recordRun } from './runs/record-run.js';
export type {
  CallState,
  Decider,
  RecordedCall,
  RecordedFile,
  RecordedRun,
  RecordedUsage,
  RunEnd,
  UnusedTurn,
} from './runs/recorded-run.js';
export { testReportSchema } from './runs/report-schema.js';
export { plainEvent, type RunEvent, type RunSummary } from './runs/run-event.js';
export type {
  ExpectedCall,
  ExpectedCalls,
  FileState,
  InputMode,
  MatchMode,
  NumberMatch,
  RunExpectations,
  RunFailure,
  TextBounds,
  TextMatch,
} from './runs/run-expectations.js';
export { type CalledWith, type Matched, type RuleReader, type RunMatchers, runMatchers } from './runs/run-matchers.js';
export type {
  Coverage,
  CoveredPart,
  Judgement,
  PlacedFailure,
  Repeats,
  TestedDecision,
  TestReport,
  TestResult,
  TestStatus,
  Vote,
} from './runs/test-report.js';
export { type Services, type TestContext, type TestContextOptions, testContext } from './test-context.js';
export { MOCK_AWS_KEYS } from './wires/aws/check-signature.js';
export type { ChatDialect, ChatRefusal } from './wires/chat/dialect.js';
export { llamacppWire, lmstudioWire, ollamaWire, vllmWire } from './wires/chat/local-servers.js';
export { chatWire, chatWireOf } from './wires/chat/wire.js';
export { converseWire } from './wires/converse/wire.js';
export { geminiWire } from './wires/gemini/wire.js';
export { bedrockWire, foundryWire, vertexWire } from './wires/messages/cloud-wires.js';
export { validateMessages, validateRequest } from './wires/messages/validate-messages.js';
export { messagesWire } from './wires/messages/wire.js';
export { responsesWire } from './wires/responses/wire.js';
export { writeManifest } from './write-manifest.js';
