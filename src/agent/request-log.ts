/**
 * Writes down what a model is asked and what it answers: one JSON file a request, for a person who wants to see the
 * prompt, the tools and the permissions that it was given.
 *
 * Contract: everything is redacted; files are 0600, a folder that is made is 0700. Names sort by time. A request that
 * cannot be logged is an error: whoever asks for a log wants to rely on it.
 */
import { join } from "node:path";
import { type Clock, errorToJson, makeFolder, redactValue, writeNewFile } from "../base/index.ts";
import {
  jsonSchemaOf,
  type LanguageModel,
  type ModelReply,
  type ModelRequest,
  type ModelStreamEvent,
} from "../model/index.ts";

export interface RequestLogOptions {
  /** Absolute. */
  folder: string;
  clock: Clock;
}

/**
 * Gives models whose every request leaves a file `<time>-<process>-<number>-<purpose>.json`; one count for all of them.
 * @example const logged = createRequestLog({ folder, clock })(model);
 */
export function createRequestLog({ folder, clock }: RequestLogOptions): (model: LanguageModel) => LanguageModel {
  makeFolder(folder, 0o700);
  let count = 0;
  const log = (model: LanguageModel, request: ModelRequest): ((outcome: object) => void) => {
    const at = clock.now().toISOString();
    const number = String(++count).padStart(4, "0");
    const purpose = request.purpose.replace(/[^a-z0-9_-]+/gi, "-").slice(0, 40);
    const name = `${at.replaceAll(/[-:.]/g, "")}-${process.pid}-${number}-${purpose}.json`;
    return (outcome) => {
      const entry = redactValue({ at, model: model.id, request: describe(request), ...outcome });
      writeNewFile(join(folder, name), `${JSON.stringify(entry, null, 2)}\n`, { mode: 0o600 });
    };
  };

  return (model) => loggedModel(model, (request) => log(model, request));
}

function loggedModel(model: LanguageModel, log: (request: ModelRequest) => (outcome: object) => void): LanguageModel {
  const generate = async (request: ModelRequest): Promise<ModelReply> => {
    const finish = log(request);
    try {
      const reply = await model.generate(request);
      finish({ reply });
      return reply;
    } catch (error) {
      finish({ error: errorToJson(error) });
      throw error;
    }
  };

  async function* stream(request: ModelRequest): AsyncGenerator<ModelStreamEvent> {
    const finish = log(request);
    let outcome: object = { error: { code: "MODEL_CANCELLED", message: "The stream was left before its end." } };
    try {
      for await (const event of model.stream(request)) {
        if (event.type === "reply") outcome = { reply: event.reply };
        yield event;
      }
    } catch (error) {
      outcome = { error: errorToJson(error) };
      throw error;
    } finally {
      finish(outcome);
    }
  }

  const { id, provider, model: name, supports } = model;
  return { id, provider, model: name, supports, generate, stream };
}

/** The request as data: schemas as JSON Schema, without what is not sent. */
function describe(request: ModelRequest): object {
  const { tools, responseSchema, signal: _signal, onRetry: _onRetry, ...rest } = request;
  return {
    ...rest,
    ...(tools === undefined
      ? {}
      : {
          tools: tools.map(({ name, description, input }) => ({ name, description, input: jsonSchemaOf(input) })),
        }),
    ...(responseSchema === undefined ? {} : { responseSchema: jsonSchemaOf(responseSchema) }),
  };
}
