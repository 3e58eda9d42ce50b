/** Parts of the English patterns that more than one list of cues is made of. */

/** Verbs that begin an instruction. */
export const VERB =
  "(?:use|run|put|keep|make|write|add|call|name|format|import|prefer|avoid|check|commit|push|create|set|return|answer|reply|respond|follow|stick|start|leave|remove|delete|read|ask|test|build|install|include|exclude|treat|go|do|give|show|wrap|handle|log|place|store|save|split|update|edit|change|move|rename|replace|revert|undo|fix|export|declare|define|document|comment|squash|rebase|merge|open|close|pin|bump|sort|generate|regenerate|verify|validate|mock|skip|ignore|quote|cite|translate|summari[sz]e|explain|restart|deploy|lint|limit|apply|throw|raise|catch|pass|cast|annotate|consult|look|wait|tell|let|try|reuse|group|align|indent|mention|omit|drop|capitali[sz]e|title|tag|number|spell|end|begin|produce|output|print|round|prefix|suffix|escape|inline|extract|colocate|ship|release|target|point|link|reference|switch|work|stay|mark|assign|review|report|confirm|back up|double-check|clean|execute|provide|fetch|query|load|specify|access|modify|touch|hardcode|hard-code|assume|guess|force|force-push|disable|enable|invent|mix|nest|rely|trust|amend|post|send|pull|compile|convert|parse|respect|preserve|separate|refer|search|type|be|have|get|take|turn|order|require|append|prepend|attach|register|store|copy)";
/** Where an instruction may begin inside a sentence. */
export const AT =
  "(?:^|[,;:.(–—]\\s*|\\s-\\s|\\b(?:please|and|but|so|also|then|just|ok|okay|yes|no|to|must|should|instead|now|now on|onwards|forward|henceforth|future|here on)\\s+)";
export const PLACE =
  "(?:repo(?:sitory)?|project|code ?base|monorepo|team|company|organi[sz]ation|org|package|app|workspace|service|shop|house|office|group)s?";
