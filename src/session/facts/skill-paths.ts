/**
 * Whether a path lies below a skill folder, of this or any agent. Works on spelled paths: `~`, `$HOME`, Windows
 * separators and relative paths are all taken as they are.
 */

/** Folders that hold skills when a `skills` folder lies below them. */
const AGENT_FOLDERS =
  /(?:^|\/)\.(?:claude|agents|agent|codex|gemini|qwen|opencode|cursor|copilot|github|autoskill|kimi|factory|grok|hermes|openclaw|pi|antigravity|windsurf|roo|kilocode|goose|continue|augment|kiro|trae|codebuddy|iflow|amp|crush|cline|config\/(?:opencode|agents|goose|amp))\/(?:[^/]+\/){0,2}skills\/[^/]+/;
/** The bank's own layout, and any `skills/<name>/SKILL.md`. */
const SKILL_FILE = /(?:^|\/)(?:skills\/(?:[^/]+\/){1,3}|skillbank\/(?:[^/]+\/){1,6})skill\.md$/;
/** A relative `SKILL.md`: its folder is the working directory, which the path does not say. */
const BARE_SKILL_FILE = /^(?:\.\/)?(?:[^/]+\/)?skill\.md$/;

export function isSkillPath(path: string): boolean {
  const plain = path
    .replace(/\\/g, "/")
    .replace(/\/{2,}/g, "/")
    .toLowerCase();
  return AGENT_FOLDERS.test(plain) || SKILL_FILE.test(plain) || BARE_SKILL_FILE.test(plain);
}
