/** Parts of the Chinese patterns that more than one list of cues is made of. */

/** Where a clause begins: at the start, after punctuation, or after a word that only leads in. */
export const AT =
  "(?:^|[，,、：:；;。!！\\s(（]|(?:請|请|你|那么|那麼|那|嗯|好的|好吧|好|另外|還有|还有|對了|对了|而且|但是|但|所以|因为|因為|然后|然後|麻烦|麻煩|拜托|咱们|我们|我們|大家|也|就|并且|並且|希望你?|要求你?))";
export const NOT =
  "(?:不要|别|別|不能|不得|不许|不許|不准|不可以|(?<![你您他])不允许|(?<![你您他])不允許|不可|勿|请勿|請勿)";
