/** Tells what a person typed from what Codex wrote into a `user` message: context, instructions, notices. */
import { splitHostBlocks } from "../shared/host-blocks.ts";

/** Tags that Codex opens a whole injected text with. */
const HOST_TAGS =
  /^<(environment_context|user_instructions|user_shell_command|user_action|turn_aborted|subagent_notification|permissions|collaboration_mode|multi_agent_mode|skills_instructions|skill|apps_instructions|plugins_instructions|personality_spec|model_switch|realtime_conversation|goal_context|codex_internal_context|hook_prompt|INSTRUCTIONS)\b/i;
const HOST_OPENINGS = [
  "# AGENTS.md instructions",
  "AGENTS.md instructions for",
  "Warning: apply_patch was requested via",
];
/** The IDE extension puts open files and selections before this heading. */
const IDE_REQUEST = /^## My request for Codex:\s*/m;

export interface UserText {
  person: string;
  host: string;
}

export function splitUserText(raw: string): UserText {
  const text = raw.trim();
  if (HOST_TAGS.test(text.slice(0, 60)) || HOST_OPENINGS.some((opening) => text.startsWith(opening))) {
    return { person: "", host: text };
  }
  if (text.startsWith("# Context from my IDE setup")) {
    const request = IDE_REQUEST.exec(text);
    if (request !== null) {
      return {
        person: text.slice(request.index + request[0].length).trim(),
        host: text.slice(0, request.index).trim(),
      };
    }
  }
  const split = splitHostBlocks(text);
  return { person: split.person, host: split.host.join("\n") };
}
