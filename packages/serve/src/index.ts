/** The public names, by hand: adding one is a decision. The command is a row of the manifest. What a package of a door needs stands here too. */
export { readObject, sendJson } from './answer.js';
export { answerIn, answerInWords, wordsForApproval } from './answer-in-words.js';
export { promptOf, type Said } from './conversation.js';
export type { Door, DoorRequest, HttpProblem } from './door.js';
export { type DoorEvent, doorEvents, eventsOf } from './door-events.js';
export { errors, table as errorTable } from './errors.js';
export { EventStream } from './event-stream.js';
export { fileBlock } from './file-block.js';
export type { AnswerWish, HttpRuns, OpenAsk, RunState, RunWish } from './http-runs.js';
export { runNotices } from './notify/run-notices.js';
export { failureOf } from './run-failure.js';
