/** Remembers the answers of a pure function of a string; forgets everything when `size` answers are held. */
export function boundedMemo<Answer>(size: number, compute: (key: string) => Answer): (key: string) => Answer {
  const known = new Map<string, Answer>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined || known.has(key)) return before as Answer;
    if (known.size >= size) known.clear();
    const answer = compute(key);
    known.set(key, answer);
    return answer;
  };
}
