/** A connection that can only ask. Whoever holds it cannot change the state, whatever its code does. */
import type { KyselyPlugin } from "kysely";
import { AutoskillError } from "../base/index.ts";
import type { StoreConnection } from "./store.ts";

const onlySelects: KyselyPlugin = {
  transformQuery: ({ node }) => {
    if (node.kind === "SelectQueryNode") return node;
    throw new AutoskillError({
      code: "READ_ONLY",
      message: "This part of autoskill may read the state, not change it.",
      found: node.kind,
      next: "This is a defect of autoskill; please report it.",
    });
  },
  transformResult: async ({ result }) => result,
};

/** Statements other than SELECT throw AutoskillError `READ_ONLY`. */
export function readOnly(store: StoreConnection): StoreConnection {
  return Object.freeze({ db: store.db.withPlugin(onlySelects) });
}
