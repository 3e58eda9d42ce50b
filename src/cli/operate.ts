/** What every command needs of the operations once it runs. It is a file of its own because it is loaded only then. */
export { createOperationContext, runOperation } from "../operations/index.ts";
