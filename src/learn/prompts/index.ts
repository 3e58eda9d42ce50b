/** The prompts of the learning loop, as versioned files; the reviewer's is `reviewer/prompt-v1.ts`. */
export { type ExtractAnswer, type ExtractedSkill, type ExtractInput, extractPrompt } from "./extract-v1.ts";
export { type JudgeAnswer, type JudgeInput, judgePrompt } from "./judge-v1.ts";
export { type MergeAnswer, type MergeInput, mergePrompt } from "./merge-v1.ts";
export { type Asked, type AskOptions, askPrompt, type PromptFile } from "./prompt.ts";
export { type RewriteAnswer, type RewriteInput, rewritePrompt } from "./rewrite-v1.ts";
