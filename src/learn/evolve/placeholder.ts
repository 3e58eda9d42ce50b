/** Text that stands where a rule should: it says that something is to be said. */
const FILLERS =
  /^(?:[^\p{L}\p{N}]*(?:todo|tbd|tba|fixme|xxx|placeholder|lorem ipsum|new (?:section|rule|step|heading|item)|add (?:content|text|details|rules?|steps?) here|(?:insert|your|some) (?:text|content|rule)s?(?: here)?|to be (?:added|determined|written|filled in?|completed)|coming soon|n\/a|none|text|content|rule|step|section|example|description|heading|待补充|待定|占位符?|新(?:章节|规则|步骤)|在此(?:添加|填写)\S*|ここに\S*|未定|добавить|заполнить)(?![\p{L}\p{N}])[^\p{L}]*)+$/iu;

/** True for "TODO", "New Section", "<add rule here>", "…" and the like; false for whatever says something. */
export function isPlaceholder(text: string): boolean {
  const plain = text.replace(/[`*_#>|[\]()-]/g, " ").trim();
  return !/[\p{L}\p{N}]/u.test(plain) || FILLERS.test(plain) || /^<[^<>]*>[.:]?$/u.test(text.trim());
}
