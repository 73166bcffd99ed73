/**
 * Fetches a path and reads the whole response. Returns undefined if the site is unreachable, or if the response is an
 * error, is cut off, or is the page of a proxy.
 */
export async function fetchOrUndefined<T>(
  path: string,
  read: (answer: Response) => Promise<T>,
): Promise<T | undefined> {
  return fetch(path)
    .then((answer) => (answer.ok ? read(answer) : undefined))
    .catch(() => undefined) // the caller tries again
}
