/**
 * Asks once for everyone who came before the question was sent. An answer is never older than whoever gets it, and
 * however many come at once, one question per key is under way.
 */
export function sharing<T>(ask: (key: string) => Promise<T>): (key: string) => Promise<T> {
  interface Turn {
    asking: Promise<T>
    next?: Promise<T>
  }
  const turns = new Map<string, Turn>()

  function begin(key: string): Promise<T> {
    const turn: Turn = {
      asking: ask(key).finally(() => {
        if (!turn.next) turns.delete(key)
      }),
    }
    turns.set(key, turn)
    return turn.asking
  }

  return (key) => {
    const turn = turns.get(key)
    if (!turn) return begin(key)
    const again = () => begin(key)
    turn.next ??= turn.asking.then(again, again)
    return turn.next
  }
}
