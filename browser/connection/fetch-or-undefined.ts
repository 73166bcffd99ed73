// Fetches data that a page cannot do without, so that the page can try again after any failure.

/**
 * Fetches a path and reads the whole answer. Undefined if the site is unreachable, or if the answer is an error, breaks
 * off, or is the page of a proxy.
 */
export async function fetchOrUndefined<T>(
  path: string,
  read: (answer: Response) => Promise<T>,
): Promise<T | undefined> {
  return fetch(path)
    .then((answer) => (answer.ok ? read(answer) : undefined))
    .catch(() => undefined) // the caller tries again
}
