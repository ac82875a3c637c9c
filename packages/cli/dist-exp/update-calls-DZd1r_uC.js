import { n as updateCalls, t as expectedCall } from "./update-calls-CwxsYr_m.js";

export { updateCalls };