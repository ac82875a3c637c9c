/** The names for model providers, and for readers of a conversation. */

import '../node-version.js';

export type { Block, Message, Origin, OtherBlock, TextBlock, ToolResultBlock, ToolUseBlock } from '../contract/model/message.js';
export type {
  ApiTool,
  ClearToolUses,
  Missing,
  ModelEvent,
  ModelFinding,
  ModelProvider,
  ModelRequest,
  RateLimit,
  StopReason,
  SystemBlock,
  Thinking,
  Usage,
} from '../contract/model/provider.js';
export type { ModelCapabilities, ModelPlan } from '../contract/plan/model-plan.js';
export {
  contextTokens,
  isText,
  isToolUse,
  MESSAGES_API,
  pushUser,
  readUsage,
  TOKEN_ESTIMATE,
  textOf,
  tokensOfChars,
  userMessage,
} from '../model/answer.js';
export { FAILURE_KINDS, failureKind } from '../model/failure-kinds.js';
export type { PictureKind, PictureSize } from '../model/picture.js';
export { pictureKind, pictureSize } from '../model/picture.js';
export { sendableBlocks } from '../model/sendable.js';
export { toApiTool } from '../pool/assemble.js';
