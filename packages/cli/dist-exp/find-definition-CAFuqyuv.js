import { t as findDefinition } from "./find-definition-DQJ11zgk.js";

export { findDefinition };